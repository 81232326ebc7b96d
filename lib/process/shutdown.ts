import { getLogger } from "@logtape/logtape";
import { sleep, waitAtMost } from "@/lib/async/deadline.ts";
import { Listener, type ListenerOptions } from "@/lib/process/listener.ts";
import { logUnhandledErrors } from "@/lib/process/unhandled_errors.ts";

// The steps of a shutdown, in order. Together they take at most 4.8 s; Deno Deploy kills a process after 5 s.

/**
 * How long to accept connections after `/healthz` starts to return 503. Meanwhile load balancers stop sending requests,
 * and `connection: close` makes clients disconnect.
 */
const STOP_NOTICE_MS = 300;

/**
 * How long to hold responses before the listener closes. Clients that wait for a response open no new connections, so
 * the server can empty the kernel's accept queue. Closing the listener drops every connection that is still in it.
 */
const HOLD_MS = 150;

/** How much longer to wait for an empty accept queue. Emptying it takes that long only on a very busy machine. */
const MAX_QUEUE_MS = 2_300;

/** Time limit for running requests to finish, counted from the moment when responses are held. */
const DRAIN_MS = 4_000;

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
 * Serves until a signal arrives. Then closes the listener once its queue is empty, waits up to 4 s for open requests,
 * cleans up and resolves.
 *
 * @throws {StartupError} if it cannot listen on the address from `HOST` and `PORT`.
 */
export async function serveUntilStopped(options: ServeOptions): Promise<void> {
  const stopSignal = waitForSignal(options.signals);
  let isStopping = false;
  /** Responses wait for this while the service stops. */
  let released = Promise.resolve();
  /** The path of the service's own requests, which nobody else can know. */
  const probePath = `/${crypto.randomUUID()}`;
  // Only for requests that arrive after the signal. Those that are already running respond as usual.
  const handleWhileStopping: Deno.ServeHandler = async (req, info) => {
    if (req.url.endsWith(probePath)) return new Response(null, { status: PROBE_STATUS });
    const response = await options.handler(req, info);
    await released;
    // A copy, because the headers of a redirect are immutable.
    const copy = new Response(response.body, response);
    copy.headers.set("connection", "close");
    return copy;
  };
  const handler: Deno.ServeHandler = (req, info) => (isStopping ? handleWhileStopping : options.handler)(req, info);
  const listener = new Listener({ ...options, handler });
  // Only after the listener has started: otherwise a startup error would be logged and the exit code would be 0.
  logUnhandledErrors();

  const signal = await stopSignal;
  log.info("Stopping after {signal}", { signal });
  options.onStopping();
  isStopping = true;
  await sleep(STOP_NOTICE_MS);
  const { promise, resolve: releaseResponses } = Promise.withResolvers<void>();
  released = promise;
  const drainedBy = performance.now() + DRAIN_MS;
  await sleep(HOLD_MS);
  await waitAtMost(MAX_QUEUE_MS, passAcceptQueue(listener.address, probePath));
  // Resolves when the last request has finished. An error is only logged, because the clean-up must follow.
  const closed = listener.close().catch((error) => log.error("Cannot close the listener", { error }));
  releaseResponses();
  const isDrained = await waitAtMost(drainedBy - performance.now(), closed.then(() => true)) ?? false;
  if (!isDrained) log.warn("Stopped waiting for unfinished requests after {seconds} s", { seconds: DRAIN_MS / 1000 });
  await waitAtMost(CLEAN_UP_MS, options.cleanUp());
}

/**
 * The number of own requests that must pass. The first one shows that all earlier connections were accepted, the others
 * that what those clients had sent was read.
 */
const PROBES = 3;

/** The status of their responses. Other processes that share the port do not know their path and respond with 404. */
const PROBE_STATUS = 204;

/**
 * Connects to the listener itself, one connection after the other, until enough requests have passed. The kernel hands
 * out connections in the order in which they were opened.
 */
async function passAcceptQueue({ hostname, port }: Deno.NetAddr, path: string): Promise<void> {
  const target = { hostname: { "0.0.0.0": "127.0.0.1", "::": "::1" }[hostname] ?? hostname, port };
  const request = new TextEncoder().encode(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  const giveUpAt = performance.now() + MAX_QUEUE_MS;
  try {
    for (let passed = 0; passed < PROBES && performance.now() < giveUpAt;) {
      using connection = await Deno.connect(target);
      await connection.write(request);
      const response = new Uint8Array(512);
      await connection.read(response);
      if (new TextDecoder().decode(response).startsWith(`HTTP/1.1 ${PROBE_STATUS}`)) passed++;
    }
  } catch (error) {
    log.debug("Cannot check whether all connections were accepted", { error });
  }
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
