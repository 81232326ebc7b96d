/** A body of equal chunks, which no client library would send. */
export interface Chunks {
  /** The bytes of a chunk before them; none without it. */
  readonly firstBytes?: number;
  readonly count: number;
  readonly chunkBytes: number;
  /** The bytes of the extension of each; none without it. */
  readonly extensionBytes?: number;
}

/** A POST with such a body. */
export interface ChunkedUpload {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: Chunks;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

/** Sends an upload in chunks. Returns the status, or 0 if there was no answer. */
export async function sendChunks({ port, path, headers, chunks, signal }: ChunkedUpload): Promise<number> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const close = () => connection.close();
  signal.addEventListener("abort", close);
  const lines = Object.entries({ host: "localhost", ...headers, "transfer-encoding": "chunked" });
  const head = `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  const { firstBytes, count, chunkBytes, extensionBytes } = chunks;
  const extension = extensionBytes === undefined ? "" : `;${"b".repeat(extensionBytes - 1)}`;
  const toChunk = (bytes: number) => `${bytes.toString(16)}${extension}\r\n${"a".repeat(bytes)}\r\n`;
  const first = firstBytes === undefined ? "" : toChunk(firstBytes);
  const body = new TextEncoder().encode(`${head}${first}${toChunk(chunkBytes).repeat(count)}0\r\n\r\n`);
  // Not awaited, because the service may answer before it has received everything.
  void connection.writable.getWriter().write(body).catch(() => {});
  const buffer = new Uint8Array(64);
  const length = await connection.read(buffer).catch(() => 0) ?? 0;
  signal.removeEventListener("abort", close);
  return Number(new TextDecoder().decode(buffer.subarray(9, Math.min(length, 12))));
}
