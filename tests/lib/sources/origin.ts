/** A server that sends exactly the bytes that a test chooses, also those that no honest server would send. */
export interface Origin extends AsyncDisposable {
  readonly port: number;
  /** The heads of the received requests, in order. */
  readonly heads: readonly string[];
}

/** Handles a connection after the head of the request was read; the connection is closed when it returns. */
export type Behaviour = (path: string, connection: OriginConnection) => Promise<void> | void;

/** One connection of an {@linkcode Origin}. */
export interface OriginConnection {
  /** Sends a string, one byte per character. */
  send(text: string): Promise<void>;
  /** Waits until the client has closed the connection. */
  untilClosed(): Promise<void>;
}

/** Starts an origin on loopback, with TLS if a certificate is given. */
export function startOrigin(behaviour: Behaviour, tls?: Deno.TlsCertifiedKeyPem): Origin {
  const listener = tls === undefined
    ? Deno.listen({ hostname: "127.0.0.1", port: 0 })
    : Deno.listenTls({ hostname: "127.0.0.1", port: 0, ...tls });
  const heads: string[] = [];
  const open = new Set<Promise<void>>();
  const connections = new Set<Deno.Conn>();
  const accepting = (async () => {
    for await (const connection of listener) {
      connections.add(connection);
      const served = serve(connection, behaviour, heads).finally(() => {
        connections.delete(connection);
        connection.close();
      });
      open.add(served);
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

async function serve(connection: Deno.Conn, behaviour: Behaviour, heads: string[]): Promise<void> {
  try {
    const head = await readHead(connection);
    if (head === undefined) return;
    heads.push(head);
    await behaviour(head.split(" ")[1] ?? "", {
      send: (text) => send(connection, text),
      untilClosed: () => untilClosed(connection),
    });
  } catch (error) {
    // The client closes the connection to a bad server in the middle, as these tests expect.
    if (!isConnectionClosed(error)) throw error;
  }
}

async function readHead(connection: Deno.Conn): Promise<string | undefined> {
  const buffer = new Uint8Array(65_536);
  let text = "";
  while (!text.includes("\r\n\r\n")) {
    const read = await connection.read(buffer);
    if (read === null) return undefined;
    text += new TextDecoder().decode(buffer.subarray(0, read));
  }
  return text;
}

async function send(connection: Deno.Conn, text: string): Promise<void> {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}

async function untilClosed(connection: Deno.Conn): Promise<void> {
  while (await connection.read(new Uint8Array(1024)) !== null);
}

function isConnectionClosed(error: unknown): boolean {
  return error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.ConnectionReset ||
    error instanceof Deno.errors.ConnectionAborted || error instanceof Deno.errors.UnexpectedEof ||
    error instanceof Deno.errors.InvalidData;
}
