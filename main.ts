import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { bufferStartupLogs } from "@/lib/logging/log.ts";
import { exitOnStartupError } from "@/lib/process/startup_error.ts";
import { runService, superviseService } from "@/lib/run.ts";
import { createServices } from "@/lib/services.ts";

bufferStartupLogs();
const services = await exitOnStartupError(() => createServices(loadConfig()));

/** The application. The build of the published Fresh imports it by this name. */
export const app = createApp(services);
const handler = app.handler();
let isDenoServe = false;

/** What `deno serve main.ts` serves. */
export default {
  fetch: handler,
  onListen(address) {
    isDenoServe = true;
    superviseService(services, address);
  },
} satisfies Deno.ServeDefaultExport;

if (import.meta.main) {
  // Under `deno serve`, `onListen` is called after this module has loaded; until then nothing shows which command is
  // running. The tasks pass `--run` to skip that wait, in which Deno would print a recommendation of `deno serve`.
  if (Deno.args.includes("--run")) await runService(services, handler);
  else setTimeout(() => isDenoServe || runService(services, handler));
} else {
  // The server that Fresh's build writes imports this module, and `deno serve` does not call `onListen` above.
  await superviseService(services);
}
