import { getLogger } from "@logtape/logtape";
import { StartupError } from "@/lib/process/start_error.ts";

/** Time between the first 503 of `/healthz` and the closed door: load balancers look away, clients let go. */
const FAREWELL_MS = 300;

/**
 * Time for which answers are then held back before the door closes. Whoever waits for one sends nothing new, so that by
 * then every connection has been taken from the kernel's queue, which is thrown away with the listener.
 */
const HOLD_MS = 150;

/** Time in which requests that are under way must end. Deno Deploy kills after 5 s, so all in all it stays under 4. */
const DRAIN_MS = 3_000;

/** Time to write the last lines and end the workers. */
const CLEAN_UP_MS = 500;

/** Time in which a second signal is taken for an echo of the first. */
const ECHO_MS = 500;

/** Pause before listening again after the listener broke: a process without file descriptors needs some to be freed. */
const RELISTEN_MS = 200;

/** Answers requests: what `Deno.serve` is given. */
export type Handler = (req: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>;

/** Options of {@linkcode serveUntilStopped}. */
export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly handler: Handler;
  /** What asks to stop; any other signal does what the system does by default. */
  readonly signals?: readonly Deno.Signal[];
  /** Called once, when the service is asked to stop: from now on `/healthz` says no. */
  readonly onStopping: () => void;
  /** Called when the last request is answered: flushes logs, ends workers. */
  readonly cleanUp: () => Promise<void>;
}

/**
 * Serves until a signal, by default SIGINT or SIGTERM, asks to stop, then answers what is under way, cleans up and resolves.
 *
 * @throws {TypeError} naming `PORT` and `HOST` when it cannot listen there.
 */
export async function serveUntilStopped(options: ServeOptions): Promise<void> {
  const log = getLogger(["pawkit", "server"]);
  const stop = waitForSignal(options.signals ?? ["SIGINT", "SIGTERM"]);
  const door = new Door(options.handler);
  const listener = new Listener({ ...options, handler: (req, info) => door.handle(req, info) });
  // Only now: a start that fails must end the process, and not with 0.
  survive();
  log.info("Stopping after {signal}", { signal: await stop });
  options.onStopping();
  door.sayFarewell();
  await pause(FAREWELL_MS);
  door.hold();
  await pause(HOLD_MS);
  const closed = listener.close();
  door.release();
  if (!await within(DRAIN_MS, closed)) log.warn("Stopping although some requests are not answered yet");
  await within(CLEAN_UP_MS, options.cleanUp());
}

/** Leads the last visitors out: each is told to come back no more on its connection, and none meets a closed door. */
class Door {
  handle: Handler;
  readonly #handler: Handler;
  #held: PromiseWithResolvers<void> | undefined;

  constructor(handler: Handler) {
    this.handle = handler;
    this.#handler = handler;
  }

  sayFarewell(): void {
    this.handle = async (req, info) => {
      const response = await this.#handler(req, info);
      await this.#held?.promise;
      const headers = new Headers(response.headers);
      headers.set("connection", "close");
      return new Response(response.body, { status: response.status, headers });
    };
  }

  hold(): void {
    this.#held = Promise.withResolvers();
  }

  release(): void {
    this.#held?.resolve();
  }
}

/** Listens, and listens again when the listener breaks, as it does when the process is out of file descriptors. */
class Listener {
  readonly #options: Pick<ServeOptions, "host" | "port" | "handler">;
  readonly #log = getLogger(["pawkit", "server"]);
  #port: number;
  #server: Deno.HttpServer | undefined;
  #isClosed = false;

  constructor(options: Pick<ServeOptions, "host" | "port" | "handler">) {
    this.#options = options;
    this.#port = options.port;
    this.#listenFirst();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#server?.shutdown();
  }

  /** A port that is taken, or a host of another machine, must stop the start. */
  #listenFirst(): void {
    const { host, port } = this.#options;
    try {
      this.#listen();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new StartupError(
        `Cannot listen at "${host}:${port}" as PORT must be free and HOST this machine: ${reason}`,
      );
    }
  }

  #listen(): void {
    const { host: hostname, handler } = this.#options;
    this.#server = Deno.serve({ hostname, port: this.#port, onListen: (address) => this.#announce(address) }, handler);
    this.#server.finished.catch((error) => this.#listenAgain(error));
  }

  #announce({ hostname, port }: Deno.NetAddr): void {
    // Port 0 is chosen once: whoever found the first one looks for the same after a break.
    this.#port = port;
    // Nothing can be opened at "every address", so that the one which always can is shown.
    const isEvery = hostname === "0.0.0.0" || hostname === "::";
    const host = isEvery ? "localhost" : hostname.includes(":") ? `[${hostname}]` : hostname;
    this.#log.info(`Listening on http://${host}:${port}/${isEvery ? " and every address of this machine" : ""}`);
  }

  async #listenAgain(error: unknown): Promise<void> {
    this.#log.error("Cannot accept connections: listening again", { error });
    while (!this.#isClosed) {
      await pause(RELISTEN_MS);
      try {
        return this.#listen();
      } catch (again) {
        this.#log.error("Cannot listen again yet", { error: again });
      }
    }
  }
}

/** Keeps the process alive whatever a forgotten promise or a crashed worker throws; the log tells. */
function survive(): void {
  const log = getLogger(["pawkit", "server"]);
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log.error("Nobody handled a rejection", { error: event.reason });
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    log.error("Nobody handled an error", { error: event.error ?? event.message });
  });
}

/** The first signal stops in peace; another one later stops at once, for whoever is in a hurry. */
function waitForSignal(signals: readonly Deno.Signal[]): Promise<Deno.Signal> {
  const { promise, resolve } = Promise.withResolvers<Deno.Signal>();
  let askedAt: number | undefined;
  for (const signal of signals) {
    Deno.addSignalListener(signal, () => {
      const now = performance.now();
      askedAt ??= now;
      // Ctrl-C reaches this process twice: from the terminal and from `deno task`, which hands it on.
      if (now - askedAt > ECHO_MS) Deno.exit(130);
      resolve(signal);
    });
  }
  return promise;
}

async function within(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => timer = setTimeout(() => resolve(false), ms));
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
