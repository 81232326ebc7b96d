// deno-lint-ignore-file no-console -- its output is read by the measurement
/** Hostile image sources, in their own process. The path of a request selects what it gets; see {@linkcode SOURCES}. */
import { sleep } from "@/lib/async/deadline.ts";
import { createNoise } from "./bombs.ts";

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n";

/** How much is sent with one call, because the sources must cost little. */
const CHUNK_BYTES = 65_536;

/** The longest life of a connection, so that every loop ends. */
const MAX_CONNECTION_MS = 60_000;

const pictures = new Map<number, Uint8Array<ArrayBuffer>>();

type Write = (content: string | Uint8Array) => Promise<void>;
type Source = (write: Write, argument: number) => Promise<void>;

/** What each source sends. */
const SOURCES: Readonly<Record<string, Source>> = {
  /** A number of chunks of one byte each. */
  chunks: (write, count) => sendChunks(write, count, 1),
  /** A number of chunks of 64 bytes each, the smallest that may be many. */
  pieces: (write, count) => sendChunks(write, count, 64),
  /** A number of redirects, then no picture. */
  async redirects(write, left) {
    if (left > 0) await write(`HTTP/1.1 302 Found\r\nlocation: /redirects/${left - 1}\r\ncontent-length: 0\r\n\r\n`);
    else await write(`${HEAD}content-length: 1\r\n\r\na`);
  },
  /** No answer at all. */
  never: () => sleep(MAX_CONNECTION_MS),
  /** A picture of noise with this side, the same every time. 2,600 pixels take 20 MB. */
  async picture(write, side) {
    const bytes = pictures.get(side) ?? createNoise(side);
    pictures.set(side, bytes);
    await write(`${HEAD}content-length: ${bytes.length}\r\n\r\n`);
    await write(bytes);
  },
  /** As many bytes as a source may have, as fast as possible. They are not a picture. */
  async large(write) {
    const bytes = 20 * 1024 * 1024;
    await write(`${HEAD}content-length: ${bytes}\r\n\r\n`);
    const piece = "a".repeat(CHUNK_BYTES);
    for (let left = bytes; left > 0; left -= CHUNK_BYTES) await write(piece);
  },
};

if (import.meta.main) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  console.log(listener.addr.port);
  for await (const connection of listener) void serve(connection);
}

async function serve(connection: Deno.Conn): Promise<void> {
  const timer = setTimeout(() => connection.close(), MAX_CONNECTION_MS);
  try {
    const buffer = new Uint8Array(4096);
    const length = await connection.read(buffer) ?? 0;
    const [, name = "", argument = "0"] = /^GET \/(\w+)(?:\/(\d+))?/.exec(decode(buffer.subarray(0, length))) ?? [];
    const encoder = new TextEncoder();
    await SOURCES[name]?.(async (content) => {
      let bytes = typeof content === "string" ? encoder.encode(content) : content;
      while (bytes.length > 0) bytes = bytes.subarray(await connection.write(bytes));
    }, Number(argument));
  } catch {
    // The service has closed the connection, which is what it should do.
  }
  clearTimeout(timer);
  try {
    connection.close();
  } catch {
    // Closed by the timer.
  }
}

async function sendChunks(write: Write, count: number, chunkBytes: number): Promise<void> {
  const chunk = `${chunkBytes.toString(16)}\r\n${"a".repeat(chunkBytes)}\r\n`;
  const perPiece = Math.floor(CHUNK_BYTES / chunk.length);
  const piece = chunk.repeat(perPiece);
  await write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
  let left = count;
  for (; left > perPiece; left -= perPiece) await write(piece);
  await write(chunk.repeat(left) + "0\r\n\r\n");
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
