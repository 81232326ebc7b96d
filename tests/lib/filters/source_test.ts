import { assertEquals, assertRejects } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { assertCode, createLoader, NEVER, PNG, serveBody, toBytes, toUrl } from "./loading.ts";
import { type Behaviour, startOrigin } from "../sources/origin.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

Deno.test("loadSource() loads a web URL, and a data: URL for a day", async () => {
  await using origin = startOrigin(serveBody(PNG));
  const load = createLoader({ now: () => 5 });
  for (const [image, askedAt, freshUntil] of [[toUrl(origin), 5, 60_005], [toDataUrl(PNG), 5, 86_400_005]]) {
    const source = await load(String(image), NEVER);
    assertEquals([source.image, source.askedAt, source.freshUntil], [toBytes(PNG), askedAt, freshUntil]);
  }
});

function toDataUrl(bytes: string): string {
  return `data:image/png;base64,${btoa(bytes)}`;
}

Deno.test("loadSource() throws invalid_parameter for something that is not a URL", async () => {
  for (const image of ["cat.png", "", "file:///etc/passwd", "//10.0.0.1/images/a.png", "http://me:pw@a.example/"]) {
    const { details } = await assertCode(() => createLoader()(image, NEVER), "invalid_parameter");
    assertEquals(details, { ...details, parameter: "image" });
  }
});

Deno.test("loadSource() throws forbidden_address for this machine unless it is allowed", async () => {
  await using origin = startOrigin(serveBody(PNG));
  await assertCode(() => createLoader({ allowPrivateHosts: [] })(toUrl(origin), NEVER), "forbidden_address");
  assertEquals(origin.heads.length, 0);
  await createLoader({ allowPrivateHosts: [`127.0.0.1:${origin.port}`] })(toUrl(origin), NEVER);
});

Deno.test("loadSource() uses the resolver of the system, which knows local names", async () => {
  await using origin = startOrigin(serveBody(PNG));
  const load = createLoader({ allowPrivateHosts: ["localhost"] });
  assertEquals((await load(`http://localhost:${origin.port}/`, NEVER)).image, toBytes(PNG));
});

// Everything that can hang, or goes on until it is stopped. The deadline is real, and nothing else ends the download.
const HANGING: Record<string, Behaviour> = {
  "a response": (_path, { untilClosed }) => untilClosed(),
  "the rest of a head": async (_path, { send, untilClosed }) => {
    await send("HTTP/1.1 200 OK\r\n");
    await untilClosed();
  },
  "the rest of a body": async (_path, { send, untilClosed }) => {
    await send("HTTP/1.1 200 OK\r\ncontent-length: 30\r\n\r\nabc");
    await untilClosed();
  },
  "the end of a body": async (_path, { send }) => {
    await send("HTTP/1.1 200 OK\r\n\r\n");
    while (true) await send("x");
  },
  "the end of a chain of redirects": (_path, { send }) => send("HTTP/1.1 302 Found\r\nlocation: /\r\n\r\n"),
};

for (const [kind, behaviour] of Object.entries(HANGING)) {
  Deno.test(`loadSource() throws source_timeout when it waits for ${kind}`, async () => {
    await using origin = startOrigin(behaviour);
    const load = createLoader({ sourceTimeoutMs: 100, maxRedirects: Infinity, maxSourceBytes: Infinity });
    await assertCode(() => load(toUrl(origin), NEVER), "source_timeout");
  });
}

Deno.test("loadSource() throws source_timeout when the resolver or connecting hangs", async () => {
  const resolve = () => Promise.resolve(["93.184.216.34"]);
  const hang = () => new Promise<never>(() => {});
  for (const options of [{ resolve: hang }, { resolve, connect: hang }]) {
    const load = createLoader({ sourceTimeoutMs: 1, ...options });
    await assertCode(() => load("http://pictures.example/", NEVER), "source_timeout");
  }
});

Deno.test("loadSource() throws source_timeout when the handshake hangs", async () => {
  // The origin waits for the end of a request head, which a TLS handshake does not have.
  await using origin = startOrigin(() => {});
  const load = createLoader({ sourceTimeoutMs: 200 });
  await assertCode(() => load(`https://127.0.0.1:${origin.port}/`, NEVER), "source_timeout");
});

Deno.test("loadSource() closes the connection when its caller leaves, and throws the caller's reason", async () => {
  const caller = new AbortController();
  await using origin = startOrigin(async (_path, { untilClosed }) => {
    caller.abort(new RangeError("gone"));
    await untilClosed();
  });
  await assertRejects(() => createLoader()(toUrl(origin), caller.signal), RangeError);
});

Deno.test("loadSource() never repeats the query of a URL in an error", async () => {
  await using origin = startOrigin((path, { send }) => {
    if (path.startsWith("/cut")) return;
    return send(`HTTP/1.1 ${path.slice(1, 4)} No\r\nlocation: file:///?token=1\r\ncontent-length: 9999\r\n\r\n`);
  });
  const load = createLoader({ resolve: (name) => Promise.reject(new Error(`Cannot find ${name}`)) });
  const images = ["/200", "/302", "/404", "/500", "/cut"].map((path) => toUrl(origin, `${path}?token=1`));
  for (const image of [...images, "http://10.0.0.1/?token=1", "http://a.invalid/?token=1", "ftp://a/?token=1"]) {
    const error = await assertRejects(() => load(image, NEVER), ApiError);
    assertEquals(/token/.test(error.message + JSON.stringify(error.details) + error.cause), false, image);
  }
});
