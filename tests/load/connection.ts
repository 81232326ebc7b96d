const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("latin1");

/** The response to one request. */
export interface ReceivedResponse {
  readonly status: number;
  readonly head: string;
  /** Whether the server accepts no further request on this connection. */
  readonly isLast: boolean;
}

/** Thrown when the server closes the connection before it has sent the whole response. */
export class DroppedError extends Error {}

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
   * @throws {DroppedError} When the response is incomplete or missing.
   */
  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ReceivedResponse> {
    const [response] = await this.getAll([{ path, headers }]);
    return response!;
  }

  /** Sends several GET requests together and reads all responses, which causes the most load. */
  async getAll(
    requests: readonly { readonly path: string; readonly headers?: Readonly<Record<string, string>> }[],
  ): Promise<ReceivedResponse[]> {
    const text = requests.map(({ path, headers = {} }) => toRequest(path, headers)).join("");
    await this.#conn.write(ENCODER.encode(text)).catch(dropped);
    const responses: ReceivedResponse[] = [];
    for (let i = 0; i < requests.length; i++) responses.push(await this.#read());
    return responses;
  }

  [Symbol.dispose](): void {
    this.#conn.close();
  }

  async #read(): Promise<ReceivedResponse> {
    while (!this.#text.includes("\r\n\r\n")) await this.#fill();
    const end = this.#text.indexOf("\r\n\r\n");
    const head = this.#text.slice(0, end).toLowerCase();
    const length = end + 4 + Number(head.match(/content-length: (\d+)/)?.[1] ?? 0);
    while (this.#text.length < length) await this.#fill();
    this.#text = this.#text.slice(length);
    return { status: Number(head.slice(9, 12)), head, isLast: head.includes("connection: close") };
  }

  async #fill(): Promise<void> {
    const length = await this.#conn.read(this.#buffer).catch(dropped);
    if (length === null) throw new DroppedError("Cannot read the response: the server closed the connection");
    this.#text += DECODER.decode(this.#buffer.subarray(0, length));
  }
}

function toRequest(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

function dropped(cause: unknown): never {
  throw new DroppedError("Cannot read the response: the connection broke", { cause });
}
