import { App, staticFiles } from "fresh";
import { type Config, loadConfig } from "@/fresh.config.ts";
import type { State } from "@/lib/define.ts";
import { createServices } from "@/lib/services.ts";

/** Makes the application from its settings: services first, then the URL table, then the files of `static/`. */
export async function createApp(config: Config): Promise<App<State>> {
  const services = await createServices(config);
  return new App<State>()
    .use((ctx) => {
      ctx.state.services = services;
      return ctx.next();
    })
    .fsRoutes()
    .use(staticFiles());
}

const config = loadConfig();

/** The application with the settings of the environment. */
export const app = await createApp(config);

if (import.meta.main) {
  const server = Deno.serve({ hostname: config.host, port: config.port }, app.handler());
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => server.shutdown());
}
