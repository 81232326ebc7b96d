// Filters of whole pictures, beside a bare sharp server and another version of the service, in the same run:
// `deno task bench filters [http://127.0.0.1:4004]`. The other version must run with RATE_LIMIT=off.
// deno-lint-ignore-file no-console
import sharp from "sharp";
import { fromFileUrl } from "@std/path";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const CHAIN = "greyscale,blur:3";
const ROUNDS = 3;

/** The pictures: size, format, and how many requests one measurement sends. */
const PICTURES = [
  { name: "JPEG 1080p", width: 1920, height: 1080, format: "jpeg", requests: 24 },
  { name: "PNG 1080p", width: 1920, height: 1080, format: "png", requests: 16 },
  { name: "JPEG 12 MP", width: 4000, height: 3000, format: "jpeg", requests: 8 },
  { name: "PNG 12 MP", width: 4000, height: 3000, format: "png", requests: 8 },
] as const;

/** Paints a picture with smooth areas, edges and some noise, as photographs have. */
async function paint({ width, height, format }: typeof PICTURES[number]): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = new Uint8Array(width * height * 3);
  for (let i = 0, at = 0; i < width * height; i++) {
    const x = i % width, y = Math.floor(i / width);
    const edge = (x >> 7) + (y >> 7) & 1 ? 40 : 0;
    // With more noise, the large PNG would be larger than an upload may be.
    const noise = Math.imul(i ^ (i >>> 13), 0x5bd1e995) >>> 30;
    pixels[at++] = (x * 255 / width + noise + edge) & 255;
    pixels[at++] = (y * 255 / height + noise) & 255;
    pixels[at++] = ((x + y) * 128 / width + noise) & 255;
  }
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } });
  return new Uint8Array(await (format === "png" ? picture.png() : picture.jpeg({ quality: 85 })).toBuffer());
}

/** A server that does the same with sharp, and nothing else. */
function serveSharp(port: number): Deno.HttpServer {
  return Deno.serve({ port, hostname: "127.0.0.1", onListen() {} }, async (req) => {
    if (req.method === "GET") return new Response();
    const result = await sharp(new Uint8Array(await req.arrayBuffer())).greyscale().blur(3).toBuffer();
    return new Response(new Uint8Array(result));
  });
}

async function untilReady(origin: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${origin}/healthz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Sends the picture so many times, some at once, and returns the seconds. Each body differs, so nothing is cached. */
async function measure(origin: string, body: Uint8Array<ArrayBuffer>, requests: number, atOnce: number) {
  const start = performance.now();
  let sent = 0;
  const send = async () => {
    while (sent++ < requests) {
      const response = await fetch(`${origin}/api/v2/filter/${CHAIN}`, { method: "POST", body });
      const { length } = await response.bytes();
      if (!response.ok || length === 0) throw new Error(`${origin} responded with ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  return (performance.now() - start) / 1000;
}

const [, other] = Deno.args;
const env = { PORT: "18620", RATE_LIMIT: "off", LOG_LEVEL: "error" };
const args = ["run", "--allow-all", "--no-prompt", "main.ts"];
const service = new Deno.Command(Deno.execPath(), { args, env, cwd: ROOT, stdout: "null", stderr: "null" }).spawn();
const peer = serveSharp(18_621);
const origins = { ours: "http://127.0.0.1:18620", sharp: "http://127.0.0.1:18621", ...(other && { other }) };
try {
  await Promise.all(Object.values(origins).map(untilReady));
  for (const picture of PICTURES) {
    const body = await paint(picture);
    for (const atOnce of [1, 8]) {
      const seconds: Record<string, number[]> = {};
      for (let round = 0; round <= ROUNDS; round++) {
        for (const [name, origin] of Object.entries(origins)) {
          const taken = await measure(origin, body, picture.requests, atOnce);
          // The first round compiles.
          if (round > 0) (seconds[name] ??= []).push(taken);
        }
      }
      const median = (name: string) => seconds[name]!.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!;
      const rates = Object.keys(origins).map((name) => `${name} ${(picture.requests / median(name)).toFixed(1)}/s`);
      const ratios = Object.keys(origins).slice(1).map((name) =>
        `${(median(name) / median("ours")).toFixed(2)} of ${name}`
      );
      console.log(`${picture.name}, ${atOnce} at once: ${rates.join(", ")}; ${ratios.join(", ")}`);
    }
  }
} finally {
  service.kill("SIGTERM");
  await service.status;
  await peer.shutdown();
}
