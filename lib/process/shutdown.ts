import { getLogger } from "@logtape/logtape";
import { sleep, waitAtMost } from "@/lib/async/deadline.ts";
import { Listener, type ListenerOptions } from "@/lib/process/listener.ts";
import { logUnhandledErrors } from "@/lib/process/unhandled_errors.ts";

// The steps of a shutdown, in order. Together they take at most 4.8 s; Deno Deploy kills a process after 5 s.

/** How long to accept connections after `/healthz` starts to return 503, so that load balancers use others. */
const STOP_NOTICE_MS = 300;

/** Time limit for running requests to finish, counted from the moment when the listener closes. */
const DRAIN_MS = 4_000;

/** Time limit for flushing logs and terminating workers. */
export const CLEAN_UP_MS = 500;

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
 * Serves until a signal arrives. Then closes the listener, waits up to 4 s for open requests, cleans up and resolves.
 * Closing drops the requests that were sent but not read yet: a proxy in front repeats them.
 *
 * @throws {StartupError} if it cannot listen on the address from `HOST` and `PORT`.
 */
export async function serveUntilStopped(options: ServeOptions): Promise<void> {
  const stopSignal = waitForSignal(options.signals);
  const listener = new Listener(options);
  // Only after the listener has started: otherwise a startup error would be logged and the exit code would be 0.
  logUnhandledErrors();

  const signal = await stopSignal;
  log.info("Stopping after {signal}", { signal });
  options.onStopping();
  await sleep(STOP_NOTICE_MS);
  // Resolves when the last request has finished. An error is only logged, because the clean-up must follow.
  const closed = listener.close().catch((error) => log.error("Cannot close the listener", { error }));
  const isDrained = await waitAtMost(DRAIN_MS, closed.then(() => true)) ?? false;
  if (!isDrained) log.warn("Stopped waiting for unfinished requests after {seconds} s", { seconds: DRAIN_MS / 1000 });
  await waitAtMost(CLEAN_UP_MS, options.cleanUp());
}

/** A second signal within this time is a duplicate: on Ctrl-C both the terminal and `deno task` send SIGINT. */
const DUPLICATE_SIGNAL_MS = 500;

/** Resolves with the first signal. A second one exits immediately, unless it is a duplicate. */
export function waitForSignal(signals: readonly Deno.Signal[]): Promise<Deno.Signal> {
  const { promise, resolve } = Promise.withResolvers<Deno.Signal>();
  let firstAt: number | undefined;
  for (const signal of signals) {
    Deno.addSignalListener(signal, () => {
      const now = performance.now();
      firstAt ??= now;
      if (now - firstAt > DUPLICATE_SIGNAL_MS) Deno.exit(130); // 128 + SIGINT, even for other signals
      resolve(signal);
    });
  }
  return promise;
}
