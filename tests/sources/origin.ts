/** A server that sends exactly the bytes that a test chooses, also those that no honest server would send. */
export interface Origin extends AsyncDisposable {
  readonly port: number;
  /** The heads of the received requests, in order. */
  readonly heads: readonly string[];
}

/** One connection of an {@linkcode Origin}. */
export interface Connection {
  readonly path: string;
  /** Sends bytes, or a text with one byte for each character. */
  send(data: string | Uint8Array): Promise<void>;
  /** Waits until the client has closed the connection. */
  untilClosed(): Promise<void>;
}

/** Answers a request. The connection is closed when it returns. */
export type Behaviour = (connection: Connection) => Promise<void> | void;

/** Starts an origin on loopback, with TLS if a certificate is given. */
export function startOrigin(behaviour: Behaviour, tls?: Deno.TlsCertifiedKeyPem): Origin {
  const address = { hostname: "127.0.0.1", port: 0 };
  const listener = tls === undefined ? Deno.listen(address) : Deno.listenTls({ ...address, ...tls });
  const heads: string[] = [];
  const open = new Set<Promise<void>>();
  const accepting = (async () => {
    for await (const connection of listener) {
      open.add(serve(connection, behaviour, heads).finally(() => connection.close()));
    }
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    heads,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
      await Promise.all(open);
    },
  };
}

/** Responds with a head (its first line without the version) and a body. */
export function respond(head: string, body = ""): Behaviour {
  return ({ send }) => send(`HTTP/1.1 ${head}\r\n\r\n${body}`);
}

/** Sends a beginning, and then the same again and again until the client closes the connection. */
export function flood(start: string, again: string): Behaviour {
  const bytes = toBytes(again);
  return async ({ send }) => {
    await send(start);
    while (true) await send(bytes);
  };
}

function toBytes(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? Uint8Array.from(data, (letter) => letter.charCodeAt(0)) : data;
}

async function serve(connection: Deno.Conn, behaviour: Behaviour, heads: string[]): Promise<void> {
  const send = async (data: string | Uint8Array) => {
    const bytes = toBytes(data);
    for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
  };
  const untilClosed = async () => {
    while (await connection.read(new Uint8Array(1024)) !== null);
  };
  try {
    const head = await readHead(connection);
    if (head === "") return;
    heads.push(head);
    await behaviour({ path: head.split(" ")[1] ?? "", send, untilClosed });
  } catch (error) {
    // The client closes the connection to a bad server in the middle, as these tests expect.
    if (!CLOSED.some((type) => error instanceof type)) throw error;
  }
}

const { BrokenPipe, ConnectionReset, ConnectionAborted, UnexpectedEof, InvalidData } = Deno.errors;
const CLOSED = [BrokenPipe, ConnectionReset, ConnectionAborted, UnexpectedEof, InvalidData];

async function readHead(connection: Deno.Conn): Promise<string> {
  const buffer = new Uint8Array(65_536);
  let text = "";
  for (let size: number | null = 0; size !== null && !text.includes("\r\n\r\n");) {
    size = await connection.read(buffer);
    text += new TextDecoder().decode(buffer.subarray(0, size ?? 0));
  }
  return text;
}
