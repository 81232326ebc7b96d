const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("latin1");

/** What came back for one request. */
export interface Reply {
  readonly status: number;
  readonly head: string;
  /** Whether the server takes no further request on this connection. */
  readonly isLast: boolean;
}

/** The server closed the connection although a request was on its way. */
export class DroppedError extends Error {}

/** One connection, one request after the other: plain enough to see what happens to each. */
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
   * Sends a GET and reads the whole answer.
   *
   * @throws {DroppedError} When there is no whole answer.
   */
  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    const [reply] = await this.getAll([{ path, headers }]);
    return reply!;
  }

  /** Sends several GETs at once and reads all answers: the quickest way to make load. */
  async getAll(
    requests: readonly { readonly path: string; readonly headers?: Readonly<Record<string, string>> }[],
  ): Promise<Reply[]> {
    const text = requests.map(({ path, headers = {} }) => toHead(path, headers)).join("");
    await this.#conn.write(ENCODER.encode(text)).catch(dropped);
    const replies: Reply[] = [];
    for (let i = 0; i < requests.length; i++) replies.push(await this.#read());
    return replies;
  }

  [Symbol.dispose](): void {
    this.#conn.close();
  }

  async #read(): Promise<Reply> {
    let end = -1;
    while ((end = this.#text.indexOf("\r\n\r\n")) === -1) await this.#fill();
    const head = this.#text.slice(0, end).toLowerCase();
    const length = end + 4 + Number(head.match(/content-length: (\d+)/)?.[1] ?? 0);
    while (this.#text.length < length) await this.#fill();
    this.#text = this.#text.slice(length);
    return { status: Number(head.slice(9, 12)), head, isLast: head.includes("connection: close") };
  }

  async #fill(): Promise<void> {
    const length = await this.#conn.read(this.#buffer).catch(dropped);
    if (length === null) throw new DroppedError("Closed before the answer");
    this.#text += DECODER.decode(this.#buffer.subarray(0, length));
  }
}

function toHead(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

function dropped(cause: unknown): never {
  throw new DroppedError("Broken before the answer", { cause });
}
