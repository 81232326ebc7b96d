import { assertEquals } from "@std/assert";
import sharp from "sharp";
import { startApp } from "@/tests/app.ts";
import { fromFile, paint, paintNoise, toDistance, toPng, toSharp } from "@/lib/images/tests/pictures.ts";

// What a request holds is counted from the first byte that arrives to the last that is sent.

const SMALL = paint(6, 4, (x, y) => [40 * x, 60 * y, 9, 255]);
const SMALL_PNG = await toPng(SMALL);

/** Noise, whose filtered file is as large: about 5 MB. */
const LARGE_PNG = new Uint8Array(await toSharp(paintNoise(1200, 1040)).png({ compressionLevel: 0 }).toBuffer());

/** More 5 MB responses than the least MEMORY_BUDGET can hold. */
const TOO_MANY = 30;

/** A source of both pictures, and the service in front of it. */
async function start(settings: Record<string, string> = {}) {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url }) => {
    return new Response(url.endsWith("/large.png") ? LARGE_PNG : SMALL_PNG, {
      headers: { "cache-control": "max-age=86400" },
    });
  });
  const host = `127.0.0.1:${server.addr.port}`;
  const app = await startApp({
    ALLOW_PRIVATE_HOSTS: host,
    TRUST_PROXY: "1",
    RATE_LIMIT: "off",
    MEMORY_BUDGET: "128MiB",
    ...settings,
  });
  const filter = (client: string, file: string, chain = "invert", init: RequestInit = {}): Promise<Response> => {
    const image = encodeURIComponent(`http://${host}/${file}`);
    const headers = { "x-forwarded-for": client, ...init.headers };
    return app(`/api/v2/filter/${chain}?image=${image}`, { ...init, headers });
  };
  return {
    app,
    filter,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await server.shutdown();
    },
  };
}

/** Lets a client ask for more 5 MB results than there is memory for, and read none. */
async function fillMemory(filter: Awaited<ReturnType<typeof start>>["filter"], client: string): Promise<Response[]> {
  const responses: Response[] = [];
  for (let count = 0; count < TOO_MANY; count++) responses.push(await filter(client, "large.png"));
  return responses;
}

Deno.test("GET /api/v2/filter/{steps} refuses a client whose unread results fill the memory, and nobody else", async () => {
  await using test = await start();
  const { memory } = test.app.services;
  const unread = await fillMemory(test.filter, "203.0.113.1");
  const accepted = unread.filter(({ status }) => status === 200);
  const { length } = await accepted[0]!.bytes();
  assertEquals(length > 4_900_000, true, `a result has ${length} bytes`);
  assertEquals(accepted.length, Math.floor(memory.limit / length));
  assertEquals(memory.used, (accepted.length - 1) * length);
  assertEquals(unread.slice(accepted.length).every(({ status }) => status === 503), true);
  // Another client takes what it needs from the one that holds most.
  const small = await test.filter("203.0.113.2", "small.png");
  assertEquals([small.status, toDistance(await fromFile(await small.bytes()), invert())], [200, 0]);
  assertEquals((await (await test.filter("203.0.113.3", "large.png")).bytes()).length, length);
  for (const { body } of unread) if (body?.locked === false) await body.cancel();
  assertEquals(memory.used, 0);
});

function invert() {
  return paint(6, 4, (x, y) => [255 - 40 * x, 255 - 60 * y, 246, 255]);
}

Deno.test("GET /api/v2/filter/{steps} sends all of a result to a normal reader while another client fills the memory", async () => {
  await using test = await start();
  const response = await test.filter("203.0.113.2", "large.png");
  const reader = response.body!.getReader();
  let received = (await reader.read()).value!.length;
  assertEquals(received <= 65_536, true, "it is sent in pieces");
  const unread = await fillMemory(test.filter, "203.0.113.1");
  // These need memory of the one that holds most.
  for (const chain of ["sepia", "blur"]) await (await test.filter("203.0.113.3", "large.png", chain)).bytes();
  for (let next = await reader.read(); !next.done; next = await reader.read()) received += next.value.length;
  assertEquals(received, Number(response.headers.get("content-length")));
  for (const { body } of unread) await body?.cancel();
});

Deno.test("GET /api/v2/filter/{steps} holds no memory for a HEAD, a 304 or a response that was cancelled", async () => {
  await using test = await start();
  const { memory } = test.app.services;
  const full = await test.filter("203.0.113.1", "large.png");
  const known = { "if-none-match": full.headers.get("etag")! };
  assertEquals(memory.used, Number(full.headers.get("content-length")));
  await full.body?.cancel();
  assertEquals(memory.used, 0);
  const inits: RequestInit[] = [{ method: "HEAD" }, { headers: known }];
  const responses = await Promise.all(inits.map((init) => test.filter("203.0.113.1", "large.png", "invert", init)));
  assertEquals(responses.map(({ status, body }) => [status, body]), [[200, null], [304, null]]);
  assertEquals(memory.used, 0);
});

Deno.test("POST /api/v2/filter/{steps} filters small pictures with the least MEMORY_BUDGET, and refuses 12 megapixels", async () => {
  const app = await startApp({ MEMORY_BUDGET: "128MiB" });
  // Of one colour, because only its size counts.
  const image = sharp({ create: { width: 4000, height: 3000, channels: 3, background: "red" } });
  const body = new Uint8Array(await image.jpeg().toBuffer());
  const large = await app("/api/v2/filter/invert", { method: "POST", body });
  const { code, details } = await large.json();
  assertEquals([large.status, code, details.unit, details.limit], [422, "too_expensive", "bytes", 64 * 1024 * 1024]);
  const small = await app("/api/v2/filter/invert", { method: "POST", body: SMALL_PNG });
  assertEquals([small.status, toDistance(await fromFile(await small.bytes()), invert())], [200, 0]);
  assertEquals(app.services.memory.used, 0);
});
