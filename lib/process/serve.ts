import type { Log } from "@/lib/log/log.ts";
import { INFO } from "@/lib/process/info.ts";
import { StartupError } from "@/lib/process/settings.ts";
import { sleep, withinTime } from "@/lib/util/async.ts";
import { messageOf } from "@/lib/util/text.ts";

// The steps of a stop, in order. Together they take less than 4 s. Deno Deploy kills a process after 5 s.

/** How long `/healthz` returns 503 before connections are refused, so that load balancers use other instances. */
const STOP_NOTICE_MS = 300;

/** How long running requests may take to finish. */
const DRAIN_MS = 2_800;

/** How long the services and the log may take to close. */
const CLOSE_MS = 500;

/** Pause before the service listens again, so that some file descriptors become free. */
const LISTEN_AGAIN_MS = 200;

/** Options of {@linkcode serveApp}. */
export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly handler: Deno.ServeHandler<Deno.NetAddr>;
  readonly log: Log;
  /** Called when the stop begins: `/healthz` must return 503 from then on. */
  readonly onStopping: () => void;
  /** Called after the last request: closes the services and the log. */
  readonly close: () => Promise<void>;
}

/**
 * Serves until SIGINT or SIGTERM arrives, finishes the running requests, and ends the process with code 0.
 *
 * @throws {StartupError} if it cannot listen.
 */
export async function serveApp(options: ServeOptions): Promise<never> {
  const { log, onStopping, close } = options;
  const { promise: stopped, resolve: stop } = Promise.withResolvers<string>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => stop(signal));
  const shutdown = listen(options);
  // Only now, because an error before this line must end the process with another code than 0.
  logUnhandledErrors(log);
  log.info(`Stopping after ${await stopped}`);
  onStopping();
  await sleep(STOP_NOTICE_MS);
  const isDrained = await withinTime(DRAIN_MS, shutdown().then(() => true));
  if (!isDrained) log.warn("Some requests were not finished in time");
  await withinTime(CLOSE_MS, close().catch((error) => log.error("Cannot close the services", error)));
  Deno.exit(0);
}

/** Runs the start of the service. A {@linkcode StartupError} ends the process with its message alone and code 1. */
export async function exitOnStartupError<T>(start: () => T | Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    Deno.stderr.writeSync(new TextEncoder().encode(`${error.message}\n`));
    Deno.exit(1);
  }
}

/** Serves HTTP, and returns a function that accepts no more connections and waits for the running requests. */
function listen({ host, port, handler, log }: ServeOptions): () => Promise<void> {
  let isStopping = false;
  const onError = (error: unknown) => {
    log.error("Cannot send the rest of a response", error);
    return new Response(null, { status: 500 });
  };
  const start = (port: number) => {
    const started = Deno.serve({ hostname: host, port, onListen: () => {}, onError }, handler);
    started.finished.catch(listenAgain);
    return started;
  };
  // Deno stops listening when the process has no file descriptor for another connection.
  const listenAgain = async (reason: unknown) => {
    log.error("Cannot accept connections: listening again", reason);
    await sleep(LISTEN_AGAIN_MS);
    try {
      if (isStopping) return;
      // Clients know this port, even if the system chose it at the first start.
      server = start(server.addr.port);
      log.info("Listening again");
    } catch (error) {
      await listenAgain(error);
    }
  };
  let server: Deno.HttpServer<Deno.NetAddr>;
  try {
    server = start(port);
  } catch (error) {
    const required = "PORT must be free and HOST an address of this machine";
    throw new StartupError(`Cannot listen: ${required}, got "${host}:${port}" (${messageOf(error)})`);
  }
  // A browser cannot open the two addresses that mean every address of the machine.
  const shown = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  log.info(`Pawkit ${INFO.version} listens on http://${shown}:${server.addr.port}/`);
  return () => {
    isStopping = true;
    return server.shutdown();
  };
}

/** Logs errors that no code has handled, also those of threads, so that they do not end the process. */
function logUnhandledErrors(log: Log): void {
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log.error("A rejection was not handled", event.reason);
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    log.error("An error was not handled", event.error ?? event.message);
  });
}
