import { App, staticFiles } from "fresh";
import { type Config, loadConfig } from "@/fresh.config.ts";
import { provide, type State } from "@/lib/define.ts";
import { bufferStartupLogs } from "@/lib/logging/startup_log.ts";
import { runService } from "@/lib/process/run.ts";
import { closeServices, createServices } from "@/lib/services.ts";

/** Makes the application from its settings: services first, then the URL table, then the files of `static/`. */
export async function createApp(config: Config, services = createServices(config)): Promise<App<State>> {
  const ready = await services;
  return new App<State>()
    .use(provide(ready))
    .fsRoutes()
    .use(staticFiles());
}

const config = loadConfig();
if (import.meta.main) bufferStartupLogs();
const services = createServices(config);

/** The application with the settings of the environment. */
export const app = await createApp(config, services);

if (import.meta.main) {
  const running = await services;
  await runService({
    config,
    operator: running.operator,
    handler: app.handler(),
    isWatched: Deno.args.includes("--watched"),
    warmUp: () => running.content.warmUp(),
    onStopping: () => running.isServing = false,
    close: () => closeServices(running),
  });
}
