import {
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { createSourceLoader, type Source, type SourceLoader, type SourceOptions } from "@/lib/filters/source.ts";
import { type Behaviour, type Origin, startOrigin } from "./origin.ts";

const NEVER = new AbortController().signal;
const PNG = "\x89PNG\r\n\x1a\n";
const ONE_MINUTE_MS = 60_000;

function createLoader(options: Partial<SourceOptions> = {}): SourceLoader {
  return createSourceLoader({
    allowPrivateHosts: ["127.0.0.1"],
    maxSourceBytes: 1000,
    maxRedirects: 5,
    sourceTimeoutMs: 60_000,
    ownPicture: () => Promise.resolve(undefined),
    ...options,
  });
}

function toUrl({ port }: Origin, path = "/"): string {
  return `http://127.0.0.1:${port}${path}`;
}

function serveBody(body: string, headers = ""): Behaviour {
  return (_path, { send }) => send(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`);
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", toBytes(text))).toHex();
}

async function assertCode(work: () => Promise<Source>, code: string): Promise<ApiError> {
  const error = await assertRejects(work, ApiError);
  assertEquals(error.code, code, error.message);
  return error;
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
    while (true) await Promise.all([send("x"), new Promise((resolve) => setTimeout(resolve, 10))]);
  },
  "an endless row of slow redirects": async (_path, { send }) => {
    await new Promise((resolve) => setTimeout(resolve, 40));
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

Deno.test("load() downloads once for all who ask at the same time", async () => {
  await using origin = startOrigin(serveBody(PNG));
  const loader = createLoader({ cacheBytes: 1 });
  const sources = await Promise.all([1, 2, 3].map(() => loader.load(toUrl(origin), NEVER)));
  assertEquals([origin.heads.length, new Set(sources).size], [1, 1]);
});

Deno.test("load() does not ask the source again for a minute", async () => {
  let now = 1;
  await using origin = startOrigin(serveBody(PNG));
  const loader = createLoader({ now: () => now });
  const first = await loader.load(toUrl(origin), NEVER);
  now += ONE_MINUTE_MS - 1;
  assertStrictEquals(await loader.load(toUrl(origin), NEVER), first);
  assertEquals(origin.heads.length, 1);
  now += 2;
  assertEquals((await loader.load(toUrl(origin), NEVER)).key, first.key);
  assertEquals(origin.heads.length, 2);
});

Deno.test("load() asks after a minute whether the source has changed, and keeps it for another when not", async () => {
  let now = 1;
  await using origin = startOrigin(async (_path, { send }) => {
    const isKnown = /if-none-match: "1"/i.test(origin.heads.at(-1) ?? "");
    await send(
      isKnown ? "HTTP/1.1 304 Same\r\n\r\n" : 'HTTP/1.1 200 OK\r\netag: "1"\r\ncontent-length: 3\r\n\r\nabc',
    );
  });
  const loader = createLoader({ now: () => now });
  const first = await loader.load(toUrl(origin), NEVER);
  for (let round = 2; round <= 3; round++) {
    now += ONE_MINUTE_MS + 1;
    const again = await loader.load(toUrl(origin), NEVER);
    assertStrictEquals(again.bytes, first.bytes);
    assertEquals([again.key, origin.heads.length], [first.key, round]);
    await loader.load(toUrl(origin), NEVER);
    assertEquals(origin.heads.length, round);
  }
});

Deno.test("load() takes the new bytes when the source has changed", async () => {
  let now = 1;
  await using origin = startOrigin((_path, { send }) =>
    send(`HTTP/1.1 200 OK\r\netag: "same"\r\ncontent-length: 1\r\n\r\n${origin.heads.length}`)
  );
  const loader = createLoader({ now: () => now });
  const first = await loader.load(toUrl(origin), NEVER);
  now += ONE_MINUTE_MS + 1;
  const second = await loader.load(toUrl(origin), NEVER);
  assertEquals([first.bytes, second.bytes], [toBytes("1"), toBytes("2")]);
  assertNotEquals(first.key, second.key);
});

Deno.test("load() keeps nothing a source forbids to keep, and no failure", async () => {
  await using origin = startOrigin(serveBody(PNG, "cache-control: no-store\r\n"));
  await using failing = startOrigin((_path, { send }) => send("HTTP/1.1 500 No\r\n\r\n"));
  const loader = createLoader();
  for (let time = 0; time < 2; time++) {
    await loader.load(toUrl(origin), NEVER);
    await assertCode(() => loader.load(toUrl(failing), NEVER), "source_failed");
  }
  assertEquals([origin.heads.length, failing.heads.length], [2, 2]);
});

Deno.test("load() keeps no more bytes than it may", async () => {
  await using origin = startOrigin(serveBody("x".repeat(600)));
  const loader = createLoader({ cacheBytes: 3000 });
  for (const path of ["/1", "/2", "/1"]) await loader.load(toUrl(origin, path), NEVER);
  assertEquals(origin.heads.length, 3);
});

Deno.test("load() answers overloaded when downloads together hold too much", async () => {
  await using origin = startOrigin(serveBody(PNG));
  await assertCode(() => createLoader({ budgetBytes: 1000 }).load(toUrl(origin), NEVER), "overloaded");
  assertEquals(origin.heads.length, 0);
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

// Our own pictures.

interface OwnSetting {
  readonly loader: SourceLoader;
  readonly asked: string[];
}

function createOwnLoader(options: Partial<SourceOptions> = {}): OwnSetting {
  const asked: string[] = [];
  const ownPicture = (path: string) => {
    asked.push(path);
    return Promise.resolve(path.endsWith("/cat/1.png") ? { bytes: toBytes(PNG), etag: '"t"' } : undefined);
  };
  const connect = () => Promise.reject(new Error("Went to the network"));
  return { loader: createLoader({ ownPicture, connect, ownOrigins: ["https://pawkit.example"], ...options }), asked };
}

Deno.test("load() answers paths and addresses of this service in process", async () => {
  const { loader, asked } = createOwnLoader();
  const images = ["/images/animals/cat/1.png", "https://pawkit.example/images/animals/cat/1.png"];
  for (const image of [...images, "http://localhost:8000/images/animals/cat/1.png"]) {
    const source = await loader.load(image, NEVER, "http://localhost:8000");
    assertEquals(source.bytes, toBytes(PNG));
    assertMatch(source.key, /cat\/1\.png.*"t"/);
  }
  assertEquals(asked, ["/images/animals/cat/1.png"]);
});

Deno.test("load() answers source_rejected for own paths without a picture, and asks for none outside /images/", async () => {
  const { loader, asked } = createOwnLoader();
  const outside = ["/", "/api/v2/filter/blur?image=/images/animals/cat/1.png", "/images/../api/cat/1.png", "/images"];
  const own = "https://pawkit.example/api/v1/static/logs/cat/1.png";
  for (const image of [...outside, "/images/%2e%2e/logs/cat/1.png", own]) {
    const { details } = await assertCode(() => loader.load(image, NEVER), "source_rejected");
    assertEquals(details?.sourceStatus, 404);
  }
  assertEquals(asked, []);
  await assertCode(() => loader.load("/images/animals/cat/2.png?x#y", NEVER), "source_rejected");
  assertEquals(asked, ["/images/animals/cat/2.png"]);
});

Deno.test("load() answers invalid_parameter for paths that other parsers read as another host", async () => {
  const { loader, asked } = createOwnLoader();
  for (const image of ["//a.example/images/cat/1.png", "/\\a.example/images/cat/1.png", "/\t/a.example/cat/1.png"]) {
    await assertCode(() => loader.load(image, NEVER), "invalid_parameter");
  }
  assertEquals(asked, []);
});

Deno.test("load() does not take an address for its own because another caller came by that name", async () => {
  const { loader } = createOwnLoader({ resolve: () => Promise.resolve([{ address: "93.184.216.34", family: 4 }]) });
  const image = "http://victim.example/images/animals/cat/1.png";
  await loader.load(image, NEVER, "http://victim.example");
  await assertCode(() => loader.load(image, NEVER, "http://pawkit.example"), "source_failed");
});

Deno.test("load() takes only what follows a slash for a path below its origin", async () => {
  const { loader, asked } = createOwnLoader({ allowPrivateHosts: [] });
  const images = [
    "https://pawkit.example.evil.internal/images/cat/1.png",
    "https://pawkit.example@10.0.0.1/images/cat/1.png",
  ];
  for (const image of images) await assertRejects(() => loader.load(image, NEVER), ApiError);
  assertEquals(asked, []);
});
