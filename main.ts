import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { bufferStartupLogs } from "@/lib/logging/log.ts";
import { runService, superviseService } from "@/lib/run.ts";
import { createServices } from "@/lib/services.ts";

const config = loadConfig();
if (import.meta.main) bufferStartupLogs();
const services = await createServices(config);
/** The application. The build of the published Fresh imports it by this name. */
export const app = createApp(services);
const handler = app.handler();
let isServed = false;

/** What `deno serve main.ts` serves. */
export default {
  fetch: handler,
  onListen(address) {
    isServed = true;
    superviseService(services, address);
  },
} satisfies Deno.ServeDefaultExport;

if (import.meta.main) {
  // `deno serve` listens once this module is loaded, and nothing reveals before that whether it will. The flag saves
  // `deno run main.ts` from waiting for that moment, in which Deno would recommend `deno serve` on the console.
  if (Deno.args.includes("--run")) await runService(services, handler);
  else setTimeout(() => isServed || runService(services, handler));
}
