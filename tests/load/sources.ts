// deno-lint-ignore-file no-console -- its output is read by the measurement
/** Sources of pictures, some of them hostile, in a process of their own. It prints its port. */
import sharp, { type Sharp } from "sharp";

/** How long a connection lives at most, so that every loop ends. */
const MAX_MS = 60_000;

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: image/png\r\nconnection: close\r\n";

/** Sent with one call, because the source must cost little. */
const ONE_BYTE_CHUNKS = new TextEncoder().encode("1\r\na\r\n".repeat(10_000));

const NOISE = { type: "gaussian" as const, mean: 128, sigma: 60 };

/** The pictures. The number in their path is their width. */
const PICTURES: Readonly<Record<string, (width: number) => Promise<Uint8Array>>> = {
  /** No encoder can make this smaller. */
  noise: (width) => createPicture(width, width, NOISE).png({ compressionLevel: 0 }).toBuffer(),
  /** A few kilobytes, whatever its size. */
  black: (width) => createPicture(width, width).png({ palette: true }).toBuffer(),
  /** Has as many details as a photograph. */
  photo: async (width) => {
    const small = await createPicture(width / 4, width * 3 / 16, NOISE).png().toBuffer();
    return await sharp(small).resize(width).jpeg({ quality: 85 }).toBuffer();
  },
};

const created = new Map<string, Promise<Uint8Array>>();
const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
console.log(listener.addr.port);
for await (const connection of listener) void serve(connection);

async function serve(connection: Deno.Conn): Promise<void> {
  const timer = setTimeout(() => connection.close(), MAX_MS);
  const write = async (bytes: Uint8Array) => {
    for (let rest = bytes; rest.length > 0;) rest = rest.subarray(await connection.write(rest));
  };
  try {
    const buffer = new Uint8Array(4096);
    const request = new TextDecoder().decode(buffer.subarray(0, await connection.read(buffer) ?? 0));
    const [, path = "", name = "", width] = /^GET \/((\w+)(?:\/(\d+))?)/.exec(request) ?? [];
    // Never answers. The timer or the service closes the connection.
    if (name === "slow") return;
    if (name === "chunks") {
      await write(new TextEncoder().encode(`${HEAD}transfer-encoding: chunked\r\n\r\n`));
      for (;;) await write(ONE_BYTE_CHUNKS);
    }
    const creating = created.get(path) ?? PICTURES[name]!(Number(width));
    created.set(path, creating);
    const bytes = await creating;
    await write(new TextEncoder().encode(`${HEAD}content-length: ${bytes.length}\r\n\r\n`));
    await write(bytes);
    connection.close();
    clearTimeout(timer);
  } catch {
    // The service has closed the connection, as it should, or the timer has.
  }
}

function createPicture(width: number, height: number, noise?: typeof NOISE): Sharp {
  return sharp({ create: { width, height, channels: 3, background: "black", ...(noise && { noise }) } });
}
