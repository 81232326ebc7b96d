import { getLogger } from "@logtape/logtape";
import { sleep, waitAtMost } from "@/lib/async/deadline.ts";
import { hasFreeDescriptors } from "@/lib/fs/descriptors.ts";
import { describeMemoryLimit } from "@/lib/workers/cost.ts";
import { startLog } from "@/lib/logging/log.ts";
import { logAddress } from "@/lib/process/listener.ts";
import { dropPermissions } from "@/lib/process/permissions.ts";
import { listPrivatePaths, listSecrets } from "@/lib/process/private_settings.ts";
import { SERVICE_INFO } from "@/lib/process/service_info.ts";
import { CLEAN_UP_MS, serveUntilStopped, waitForSignal } from "@/lib/process/shutdown.ts";
import { exitOnStartupError } from "@/lib/process/startup_error.ts";
import { logUnhandledErrors } from "@/lib/process/unhandled_errors.ts";
import { closeServices, type Services } from "@/lib/services.ts";

/** Runs the service as a process of its own, from the first log line to the exit code. */
export async function runService(services: Services, handler: Deno.ServeHandler): Promise<void> {
  const { host, port, reusePort, isDenoDeploy } = services.config;
  const cleanUp = await startServices(services);
  const isWatched = Deno.args.includes("--watched");
  // `deno run --watch` restarts the program in the same process, where the settings would be missing the next time.
  if (!isWatched) await dropPermissions({ canWriteFiles: !isDenoDeploy });
  const onStopping = () => services.isServing = false;
  // `deno run --watch` waits for a changed file after the program has stopped. Only a SIGTERM that the program does not
  // handle ends the watcher as well.
  const signals: Deno.Signal[] = isWatched ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  const onListen = (address: Deno.Addr) => {
    services.listening.address = address;
    logAddress(address);
  };
  const options = { host, port, reusePort, handler, signals, onListen, onStopping, cleanUp };
  await exitOnStartupError(() => serveUntilStopped(options));
  Deno.exit(0);
}

const log = getLogger(["pawkit", "server"]);

/** Time for running requests to finish when `deno serve` stops, because it does not report when the last one has. */
const SERVED_DRAIN_MS = 1_000;

/**
 * Runs the service in a process of `deno serve`, which accepts the requests itself: starts the log and opens
 * the store, and ends the process after a signal, because workers and Deno KV would keep it running. The address is
 * unknown if another module exports the handler.
 */
export async function superviseService(services: Services, address?: Deno.Addr): Promise<void> {
  // Before anything else, because filters must not fetch from the service itself.
  if (address !== undefined) services.listening.address = address;
  const starting = startServices(services);
  const stop = async () => {
    services.isServing = false;
    await sleep(SERVED_DRAIN_MS);
    const cleanUp = await starting;
    await waitAtMost(CLEAN_UP_MS, cleanUp()).catch((error) => log.error("Cannot clean up", { error }));
    Deno.exit(0);
  };
  // Before the start is complete: Deno itself answers a signal by closing its listener, but workers would keep the
  // process running.
  waitForSignal(["SIGINT", "SIGTERM"]).then(stop);
  await starting;
  logUnhandledErrors();
  if (address !== undefined) logAddress(address);
}

/**
 * Delay of the warm-up, so that it does not slow down the request for which a sleeping instance was started. If that is
 * a drawing or filter, it takes longer on a slow machine, and the warm-up waits as long again.
 */
const WARM_UP_AFTER_MS = 500;

/** Starts the log and the warm-up, and opens the store. Returns a function that ends them and closes the services. */
async function startServices(services: Services): Promise<() => Promise<void>> {
  const { access, config, history } = services;
  const log = await startLog({
    level: config.logLevel,
    format: config.logFormat,
    // On Deno Deploy the disk does not outlive the instance, but the console is stored and can be searched.
    files: config.isDenoDeploy ? undefined : { dir: config.logsDir, maxBytes: config.logMaxBytes },
    secrets: listSecrets(config),
    paths: listPrivatePaths(config),
    lost: services.lostLines,
    hasTelemetry: config.hasTelemetry,
  });
  const { version } = SERVICE_INFO;
  const commit = services.commit ?? "unknown";
  getLogger(["pawkit", "server"]).info(`Pawkit ${version}, commit ${commit}`, { version, commit });
  const settingsLog = getLogger(["pawkit", "settings"]);
  for (const message of config.warnings) settingsLog.warn(message);
  const memoryLimit = describeMemoryLimit(config.maxJobBytes, config.maxPixels);
  if (memoryLimit !== undefined) settingsLog.info(memoryLimit);
  services.logRequest = log.logRequest;
  // Not awaited: requests that arrive before the bans are loaded wait for them, but the startup does not.
  access.open();
  if (config.operatorToken !== undefined) history.start();
  if (hasFreeDescriptors()) {
    services.pool.startSpare();
    void warmUp(services);
  }
  return async () => {
    await closeServices(services);
    await log.close();
  };
}

/** Loads what many callers need and the startup does not, so that the first of them does not delay all others. */
async function warmUp(services: Services): Promise<void> {
  do await sleep(WARM_UP_AFTER_MS); while (services.pool.status.busy > 0);
  await services.content.warmUp();
  // They take long, because they create the schemas of all endpoints.
  await import("@/lib/endpoints/openapi.ts");
  await import("@/lib/page/landing/LandingPage.tsx");
}
