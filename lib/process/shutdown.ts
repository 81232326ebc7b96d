import { getLogger } from "@logtape/logtape";
import { sleep, waitAtMost } from "@/lib/async/deadline.ts";
import { Listener, type ListenerOptions } from "@/lib/process/listener.ts";

// The delays of a stop, in order. Deno Deploy kills a process after 5 s, so together they stay below 4 s.

/**
 * Between the first 503 of `/healthz` and the next step: load balancers notice it and send no more requests, and every
 * response closes its connection, so that clients leave.
 */
const CLOSE_CONNECTIONS_MS = 300;

/**
 * How long responses are then delayed before the listener closes. Clients that wait for a response send nothing new, so
 * every pending connection is accepted in this time. Those left in the kernel's queue are lost with the listener.
 */
const PAUSE_MS = 150;

/** How long running requests may take to end. */
const DRAIN_MS = 3_000;

/** How long it may take to write the last log lines and to end the workers. */
const CLEAN_UP_MS = 500;

/** A second signal within this time is an echo: Ctrl-C arrives from the terminal and from `deno task`. */
const ECHO_MS = 500;

/** Options of {@linkcode serveUntilStopped}. */
export interface ServeOptions extends ListenerOptions {
  /** The signals that stop the service. */
  readonly signals: readonly Deno.Signal[];
  /** Called once when the service starts to stop. */
  readonly onStopping: () => void;
  /** Called after the last response: flushes logs, ends workers. */
  readonly cleanUp: () => Promise<void>;
}

/**
 * Serves until a signal arrives. Then it answers every request that was sent, cleans up and resolves.
 *
 * @throws {StartupError} naming `PORT` and `HOST` if it cannot listen there.
 */
export async function serveUntilStopped(options: ServeOptions): Promise<void> {
  const log = getLogger(["pawkit", "server"]);
  const stop = waitForSignal(options.signals);
  let { handler } = options;
  const listener = new Listener({ ...options, handler: (req, info) => handler(req, info) });
  // Not before it listens: a start that fails must end the process, and not with exit code 0.
  logUnhandledErrors();
  log.info("Stopping after {signal}", { signal: await stop });
  options.onStopping(); // From now on `/healthz` responds with 503.
  // Responses now close their connections, so that clients leave before the listener closes and no request is lost.
  let isPaused = false;
  const resumed = Promise.withResolvers<void>();
  handler = async (req, info) => {
    const response = await options.handler(req, info);
    if (isPaused) await resumed.promise;
    const headers = new Headers(response.headers);
    headers.set("connection", "close");
    return new Response(response.body, { status: response.status, headers });
  };
  await sleep(CLOSE_CONNECTIONS_MS);
  isPaused = true;
  await sleep(PAUSE_MS);
  const drained = listener.close().then(() => true);
  resumed.resolve();
  if (!await waitAtMost(DRAIN_MS, drained)) log.warn("Stopping although some requests are not answered yet");
  await waitAtMost(CLEAN_UP_MS, options.cleanUp());
}

/** Logs the errors of forgotten promises and crashed workers, which would otherwise end the process. */
function logUnhandledErrors(): void {
  const log = getLogger(["pawkit", "server"]);
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log.error("Unhandled rejection", { error: event.reason });
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    log.error("Unhandled error", { error: event.error ?? event.message });
  });
}

/** Resolves with the first signal. A later one ends the process at once. */
function waitForSignal(signals: readonly Deno.Signal[]): Promise<Deno.Signal> {
  const { promise, resolve } = Promise.withResolvers<Deno.Signal>();
  let firstAt: number | undefined;
  for (const signal of signals) {
    Deno.addSignalListener(signal, () => {
      const now = performance.now();
      firstAt ??= now;
      if (now - firstAt > ECHO_MS) Deno.exit(130);
      resolve(signal);
    });
  }
  return promise;
}
