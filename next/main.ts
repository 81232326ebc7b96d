import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { exitOnStartupError, serveApp } from "@/lib/process/serve.ts";
import { closeServices, createServices } from "@/lib/services.ts";

const services = await exitOnStartupError(() => createServices(loadConfig()));
const handler = createApp(services).handler();

/** What `deno serve` and Deno Deploy serve. */
export default { fetch: handler } satisfies Deno.ServeDefaultExport;

if (import.meta.main) {
  const { config: { host, port }, log } = services;
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
