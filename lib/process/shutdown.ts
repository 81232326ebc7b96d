import { getLogger } from "@logtape/logtape";
import { sleep, waitAtMost } from "@/lib/async/deadline.ts";
import { Listener, type ListenerOptions } from "@/lib/process/listener.ts";

// The steps of a shutdown, in order. Together they take at most 3.95 s; Deno Deploy kills a process after 5 s.

/**
 * How long to keep accepting connections after `/healthz` starts to return 503. Meanwhile load balancers stop sending requests, and
 * `connection: close` makes clients disconnect.
 */
const STOP_NOTICE_MS = 300;

/**
 * How long to hold responses before the listener closes. Clients that wait for a response open no new connections, so
 * the server can empty the kernel's accept queue. Closing the listener drops every connection that is still in it.
 */
const HOLD_RESPONSES_MS = 150;

/** Time limit for running requests to finish. */
const DRAIN_MS = 3_000;

/** Time limit for flushing logs and terminating workers. */
const CLEAN_UP_MS = 500;

const log = getLogger(["pawkit", "server"]);

/** Options of {@linkcode serveUntilStopped}. */
export interface ServeOptions extends ListenerOptions {
  /** The signals that stop the service. */
  readonly signals: readonly Deno.Signal[];
  /** Called once when the shutdown begins; must make `/healthz` return 503. */
  readonly onStopping: () => void;
  /** Called when all requests have finished or the time limit for them has passed: flushes logs, terminates workers. */
  readonly cleanUp: () => Promise<void>;
}

/**
 * Serves until a signal arrives. Then closes the listener when its queue is empty, waits up to 3 s for running requests,
 * cleans up and resolves.
 *
 * @throws {StartupError} if it cannot listen on the address from `HOST` and `PORT`.
 */
export async function serveUntilStopped(options: ServeOptions): Promise<void> {
  const stopSignal = waitForSignal(options.signals);
  let phase: "serving" | "disconnecting" | "holding" = "serving";
  const { promise: responsesReleased, resolve: releaseResponses } = Promise.withResolvers<void>();
  // Only for requests that arrive after the signal. Those that are already running respond as usual.
  const handleWhileStopping: Deno.ServeHandler = async (req, info) => {
    const response = await options.handler(req, info);
    if (phase === "holding") await responsesReleased;
    // A copy, because the headers of a redirect are immutable.
    const copy = new Response(response.body, response);
    copy.headers.set("connection", "close");
    return copy;
  };
  const listener = new Listener({
    ...options,
    handler: (req, info) => phase === "serving" ? options.handler(req, info) : handleWhileStopping(req, info),
  });
  // Only after the listener has started: otherwise a startup error would be logged and the exit code would be 0.
  logUnhandledErrors();

  const signal = await stopSignal;
  log.info("Stopping after {signal}", { signal });
  options.onStopping();
  phase = "disconnecting";
  await sleep(STOP_NOTICE_MS);
  phase = "holding";
  await sleep(HOLD_RESPONSES_MS);
  // Resolves when the last request has finished. An error is only logged, because the clean-up must follow.
  const closed = listener.close().catch((error) => log.error("Cannot close the listener", { error }));
  releaseResponses();
  const isDrained = await waitAtMost(DRAIN_MS, closed.then(() => true)) ?? false;
  if (!isDrained) log.warn("Stopped waiting for unfinished requests after {seconds} s", { seconds: DRAIN_MS / 1000 });
  await waitAtMost(CLEAN_UP_MS, options.cleanUp());
}

/** Logs unhandled promise rejections and uncaught errors, also from workers, so that they do not end the process. */
function logUnhandledErrors(): void {
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log.error("Unhandled rejection", { error: event.reason });
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    log.error("Unhandled error", { error: event.error ?? event.message });
  });
}

/** A second signal within this time is a duplicate: on Ctrl-C both the terminal and `deno task` send SIGINT. */
const DUPLICATE_SIGNAL_MS = 500;

/** Resolves with the first signal. A second one exits immediately, unless it is a duplicate. */
function waitForSignal(signals: readonly Deno.Signal[]): Promise<Deno.Signal> {
  const { promise, resolve } = Promise.withResolvers<Deno.Signal>();
  let firstAt: number | undefined;
  for (const signal of signals) {
    Deno.addSignalListener(signal, () => {
      const now = performance.now();
      firstAt ??= now;
      if (now - firstAt > DUPLICATE_SIGNAL_MS) Deno.exit(130); // 128 + SIGINT, also for other signals
      resolve(signal);
    });
  }
  return promise;
}
