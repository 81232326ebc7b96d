const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("latin1");

/** The response to one request. */
export interface ReceivedResponse {
  readonly status: number;
  readonly head: string;
}

/** One HTTP/1.1 connection, simple enough to see what happens to each request. */
export class Connection implements Disposable {
  readonly #conn: Deno.Conn;
  readonly #buffer = new Uint8Array(64 * 1024);
  #text = "";

  private constructor(conn: Deno.Conn) {
    this.#conn = conn;
  }

  /** Connects to a port of this machine. */
  static async open(port: number): Promise<Connection> {
    return new Connection(await Deno.connect({ hostname: "127.0.0.1", port }));
  }

  /**
   * Sends a GET request and reads the whole response.
   *
   * @throws {Error} When the response is incomplete or missing.
   */
  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ReceivedResponse> {
    await this.#conn.write(ENCODER.encode(toRequest(path, headers))).catch(dropped);
    while (!this.#text.includes("\r\n\r\n")) await this.#fill();
    const end = this.#text.indexOf("\r\n\r\n");
    const head = this.#text.slice(0, end).toLowerCase();
    const length = end + 4 + Number(head.match(/content-length: (\d+)/)?.[1] ?? 0);
    while (this.#text.length < length) await this.#fill();
    this.#text = this.#text.slice(length);
    return { status: Number(head.slice(9, 12)), head };
  }

  [Symbol.dispose](): void {
    this.#conn.close();
  }

  async #fill(): Promise<void> {
    const length = await this.#conn.read(this.#buffer).catch(dropped);
    if (length === null) throw new Error("Cannot read the response: the server closed the connection");
    this.#text += DECODER.decode(this.#buffer.subarray(0, length));
  }
}

function toRequest(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

function dropped(cause: unknown): never {
  throw new Error("Cannot read the response: the connection broke", { cause });
}
