import { getLogger } from "@logtape/logtape";
import { sleep } from "@/lib/async/deadline.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { StartupError } from "@/lib/process/startup_error.ts";

/** Pause before listening again after the listener broke: a process without file descriptors needs some to be freed. */
const RELISTEN_MS = 200;

const log = getLogger(["pawkit", "server"]);

/** Options of {@linkcode Listener}. */
export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  /** Whether other processes may listen on the same port. */
  readonly reusePort: boolean;
  readonly handler: Deno.ServeHandler;
  /** Called whenever the service starts to listen, with its real port. */
  readonly onListen: (address: Deno.Addr) => void;
}

/** Serves HTTP, and listens again if the listener breaks, which happens if the process runs out of file descriptors. */
export class Listener {
  #server: Deno.HttpServer<Deno.NetAddr>;
  #isClosed = false;

  /** Starts to listen. @throws {StartupError} if it cannot listen on `host` and `port`. */
  constructor(private readonly options: ListenerOptions) {
    const { host, port } = options;
    try {
      this.#server = this.#listen(port);
    } catch (error) {
      const required = "PORT must be free and HOST an address of this machine";
      throw new StartupError(`Cannot listen: ${required}, got "${host}:${port}" (${messageOf(error)})`);
    }
  }

  /** Accepts no more connections. Resolves when all requests are answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#server.shutdown();
  }

  #listen(port: number): Deno.HttpServer<Deno.NetAddr> {
    const { host: hostname, reusePort, handler, onListen } = this.options;
    const server = Deno.serve({ hostname, port, reusePort, onListen, onError: logBodyError }, handler);
    server.finished.catch((error) => this.#listenAgain(error));
    return server;
  }

  async #listenAgain(reason: unknown): Promise<void> {
    log.error("Cannot accept connections: listening again", { error: reason });
    while (!this.#isClosed) {
      await sleep(RELISTEN_MS);
      if (this.#isClosed) return;
      try {
        // The same port, because clients know it by then, even if the system chose it.
        this.#server = this.#listen(this.#server.addr.port);
        return;
      } catch (error) {
        log.error("Cannot listen again yet", { error });
      }
    }
  }
}

/** Logs the error of a response body. */
function logBodyError(error: unknown): Response {
  log.error("Cannot send the rest of a response", { error });
  return new Response(null, { status: 500 });
}

/** What the log adds to `localhost`, which it shows because a browser cannot open these two addresses. */
const EVERY_ADDRESS: Readonly<Record<string, string>> = {
  "0.0.0.0": " and every IPv4 address of this machine",
  "::": " and every address of this machine",
};

/** Logs the address of the server. */
export function logAddress(address: Deno.Addr): void {
  if (!("hostname" in address)) return log.info("Listening on {address}", { address });
  const { hostname, port } = address;
  const more = EVERY_ADDRESS[hostname];
  const host = more !== undefined ? "localhost" : hostname.includes(":") ? `[${hostname}]` : hostname;
  log.info(`Listening on http://${host}:${port}/${more ?? ""}`);
}
