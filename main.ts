import { loadConfig } from "@/fresh.config.ts";
import { createApp } from "@/lib/app.ts";
import { bufferStartupLogs } from "@/lib/logging/startup_log.ts";
import { runService, superviseService } from "@/lib/process/run.ts";
import { closeServices, createServices } from "@/lib/services.ts";

const config = loadConfig();
if (import.meta.main) bufferStartupLogs();
const services = await createServices(config);
const options = {
  config,
  operator: services.operator,
  handler: createApp(services).handler(),
  isWatched: Deno.args.includes("--watched"),
  warmUp: () => services.content.warmUp(),
  onStopping: () => services.isServing = false,
  close: () => closeServices(services),
};
let isServed = false;

/** What `deno serve main.ts` serves. */
export default {
  fetch: options.handler,
  onListen() {
    isServed = true;
    superviseService(options);
  },
} satisfies Deno.ServeDefaultExport;

if (import.meta.main) {
  // `deno serve` listens once this module is loaded, and nothing reveals before that whether it will. The flag saves
  // `deno run main.ts` from waiting for that moment, in which Deno would recommend `deno serve` on the console.
  if (Deno.args.includes("--run")) await runService(options);
  else setTimeout(() => isServed || runService(options));
}
