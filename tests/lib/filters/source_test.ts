import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { assertCode, createLoader, NEVER, PNG, serveBody, toBytes, toUrl } from "./loading.ts";
import { type Behaviour, startOrigin } from "../sources/origin.ts";

// Off by default: finds connections and timers left behind.
Deno.test.sanitizer({ ops: true, resources: true });

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", toBytes(text))).toHex();
}

Deno.test("load() downloads a picture and names it by its content", async () => {
  await using origin = startOrigin(serveBody(PNG));
  const source = await createLoader().load(toUrl(origin), NEVER);
  assertEquals(source.bytes, toBytes(PNG));
  assertEquals(source.key, `sha256-${await sha256(PNG)}`);
});

Deno.test("load() reads a data: address and names it by its content", async () => {
  const { bytes, key } = await createLoader().load(`data:image/png;base64,${btoa(PNG)}`, NEVER);
  assertEquals([bytes, key], [toBytes(PNG), `sha256-${await sha256(PNG)}`]);
});

Deno.test("load() answers invalid_parameter for what is no address", async () => {
  for (const image of ["cat.png", "", "file:///etc/passwd", "//10.0.0.1/images/a.png", "http://me:pw@a.example/"]) {
    const { details } = await assertCode(() => createLoader().load(image, NEVER), "invalid_parameter");
    assertEquals(details?.parameter, "image");
  }
});

Deno.test("load() answers forbidden_address for this machine unless it is allowed", async () => {
  await using origin = startOrigin(serveBody(PNG));
  await assertCode(() => createLoader({ allowPrivateHosts: [] }).load(toUrl(origin), NEVER), "forbidden_address");
  assertEquals(origin.heads.length, 0);
  await createLoader({ allowPrivateHosts: [`127.0.0.1:${origin.port}`] }).load(toUrl(origin), NEVER);
});

Deno.test("createSourceLoader() throws on an allowed host of a wrong form", () => {
  assertThrows(() => createLoader({ allowPrivateHosts: ["http://localhost"] }), TypeError);
});

Deno.test("load() asks the machine's own resolver, which knows its own names", async () => {
  await using origin = startOrigin(serveBody(PNG));
  const loader = createLoader({ allowPrivateHosts: ["localhost"] });
  assertEquals((await loader.load(`http://localhost:${origin.port}/`, NEVER)).bytes, toBytes(PNG));
});

// Everything that can hang. The deadline is short and real: whatever it finds, waiting on is no outcome.
const HANGING: Record<string, Behaviour> = {
  "an answer": (_path, { untilClosed }) => untilClosed(),
  "the rest of a head": async (_path, { send, untilClosed }) => {
    await send("HTTP/1.1 200 OK\r\n");
    await untilClosed();
  },
  "the rest of a body": async (_path, { send, untilClosed }) => {
    await send("HTTP/1.1 200 OK\r\ncontent-length: 30\r\n\r\nabc");
    await untilClosed();
  },
  "a body that drips": async (_path, { send }) => {
    await send("HTTP/1.1 200 OK\r\n\r\n");
    while (true) await send("x").then(() => wait(10));
  },
  "an endless row of slow redirects": async (_path, { send }) => {
    await wait(40);
    await send("HTTP/1.1 302 Found\r\nlocation: /\r\n\r\n");
  },
};

for (const [kind, behaviour] of Object.entries(HANGING)) {
  Deno.test(`load() answers source_timeout when it waits for ${kind}`, async () => {
    await using origin = startOrigin(behaviour);
    const loader = createLoader({ sourceTimeoutMs: 100, maxRedirects: 1000 });
    await assertCode(() => loader.load(toUrl(origin), NEVER), "source_timeout");
  });
}

Deno.test("load() answers source_timeout when the resolver hangs", async () => {
  const loader = createLoader({ sourceTimeoutMs: 1, resolve: () => new Promise(() => {}) });
  await assertCode(() => loader.load("http://pictures.example/", NEVER), "source_timeout");
});

Deno.test("load() answers source_timeout when connecting hangs", async () => {
  const loader = createLoader({
    sourceTimeoutMs: 1,
    resolve: () => Promise.resolve([{ address: "93.184.216.34", family: 4 }]),
    connect: () => new Promise(() => {}),
  });
  await assertCode(() => loader.load("http://pictures.example/", NEVER), "source_timeout");
});

Deno.test("load() answers source_timeout when the handshake hangs", async () => {
  // It waits for the end of a request's head, which a greeting of TLS does not have.
  await using origin = startOrigin(() => {});
  const loader = createLoader({ sourceTimeoutMs: 200 });
  await assertCode(() => loader.load(`https://127.0.0.1:${origin.port}/`, NEVER), "source_timeout");
});

Deno.test("load() hangs up when its caller goes away, and throws the caller's reason", async () => {
  const caller = new AbortController();
  await using origin = startOrigin(async (_path, { untilClosed }) => {
    caller.abort(new RangeError("gone"));
    await untilClosed();
  });
  await assertRejects(() => createLoader().load(toUrl(origin), caller.signal), RangeError);
});

Deno.test("load() never repeats the query of an address in an error", async () => {
  await using origin = startOrigin((path, { send }) => {
    if (path.startsWith("/cut")) return;
    return send(`HTTP/1.1 ${path.slice(1, 4)} No\r\nlocation: file:///?token=1\r\ncontent-length: 9999\r\n\r\n`);
  });
  const loader = createLoader({ resolve: (name) => Promise.reject(new Error(`Cannot find ${name}`)) });
  const images = ["/200", "/302", "/404", "/500", "/cut"].map((path) => toUrl(origin, `${path}?token=1`));
  for (const image of [...images, "http://10.0.0.1/?token=1", "http://a.invalid/?token=1", "ftp://a/?token=1"]) {
    const error = await assertRejects(() => loader.load(image, NEVER), ApiError);
    assertEquals(/token/.test(error.message + JSON.stringify(error.details) + error.cause), false, image);
  }
});
