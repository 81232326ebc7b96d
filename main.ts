import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { exitOnStartupError, serveApp } from "@/lib/process/serve.ts";
import { closeServices, createServices } from "@/lib/services.ts";

const services = await exitOnStartupError(() => createServices(loadConfig()));

/** The application. The build of the published Fresh imports it by this name. */
export const app = createApp(services);
const handler = app.handler();

/** What `deno serve` and Deno Deploy serve. */
export default { fetch: handler } satisfies Deno.ServeDefaultExport;

if (import.meta.main) {
  const { config: { host, port }, log } = services;
  // The first request waits until all routes are loaded. If a file in routes/ is wrong, the start ends here.
  await handler(new Request("http://localhost/healthz"));
  await exitOnStartupError(() =>
    serveApp({
      host,
      port,
      handler,
      log,
      onStopping: () => services.isServing = false,
      close: () => closeServices(services),
    })
  );
}
