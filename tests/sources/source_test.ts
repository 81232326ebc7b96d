import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { ApiError, type ErrorDetails } from "@/lib/http/errors.ts";
import { LOOP_HEADER } from "@/lib/http/request_url.ts";
import { download } from "@/lib/sources/download.ts";
import type { Resolve } from "@/lib/sources/resolve.ts";
import { type Source, type SourceInfo, Sources } from "@/lib/sources/source.ts";
import { type Behaviour, respond, startOrigin } from "./origin.ts";
import { SERVER } from "./tls_fixture.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

const FRESHNESS = { isStorable: true, seconds: 9 };

interface Setup {
  readonly path?: string;
  readonly resolve?: Resolve;
  readonly signal?: AbortSignal;
  readonly previous?: SourceInfo;
}

/** Loads `/start` of an origin, whose address may be private. No name resolves. */
function load({ port }: { port: number }, setup: Setup = {}): Promise<Source> {
  const { path = "/start", resolve = () => Promise.reject(new Error("no look-up")) } = setup;
  const privateHosts = [`127.0.0.1:${port}`, `pictures.example:${port}`];
  const sources = new Sources({ sourceHosts: [], privateHosts, resolve, download, isOwnPort: () => false });
  const url = new URL(path, `http://127.0.0.1:${port}`);
  return sources.load(url, setup.signal ?? new AbortController().signal, setup.previous);
}

async function assertFails(work: () => Promise<unknown>, code: string, details?: ErrorDetails): Promise<ApiError> {
  const error = await assertRejects(work, ApiError);
  assertEquals(error.code, code, error.message);
  if (details !== undefined) assertEquals(error.details, details);
  return error;
}

const toText = ({ bytes }: Source) => new TextDecoder().decode(bytes);

/** Responds to each path with a head and a body, and to all others with 404. */
function table(heads: Readonly<Record<string, string>>): Behaviour {
  return ({ path, send }) => send(`HTTP/1.1 ${heads[path] ?? "404 Not Found\r\ncontent-length: 0\r\n\r\n"}`);
}

const redirectTo = (location: string, more = "") =>
  `302 Found\r\nlocation: ${location}\r\n${more}content-length: 0\r\n\r\n`;

Deno.test("load() returns the bytes, the freshness, the URL and the validators", async () => {
  const date = "Sun, 06 Nov 1994 08:49:37 GMT";
  const head = `200 OK\r\netag: W/"1"\r\nlast-modified: ${date}\r\ncache-control: max-age=7\r\ncontent-length: 3`;
  await using origin = startOrigin(respond(head, "abc"));
  const { bytes: _, ...info } = await load(origin, { path: "/a?b#c" });
  const finalUrl = `http://127.0.0.1:${origin.port}/a?b`;
  const freshness = { isStorable: true, seconds: 7 };
  assertEquals(info, { freshness, finalUrl, etag: 'W/"1"', lastModified: date });
});

Deno.test("load() sends its name, what it accepts and that it is a filter, and nothing about the caller", async () => {
  await using origin = startOrigin(respond("200 OK\r\ncontent-length: 0"));
  await load(origin);
  const names = origin.heads[0]!.trimEnd().split("\r\n").slice(1).map((line) => line.split(":")[0]!.toLowerCase());
  const own = ["user-agent", "accept", "accept-encoding", LOOP_HEADER];
  assertEquals(names.toSorted(), ["host", "connection", ...own].toSorted());
  assertMatch(origin.heads[0]!, /\r\nuser-agent: Pawkit\/5[^\r]*\r\n/i);
});

Deno.test("load() throws source_rejected for a 4xx, and source_failed for every other status without an image", async () => {
  const rejected = [400, 401, 403, 404, 410, 429, 451];
  for (const status of [...rejected, 201, 204, 206, 300, 304, 305, 500, 503, 599]) {
    await using origin = startOrigin(respond(`${status} No\r\nlocation: /\r\ncontent-length: 0`));
    const code = rejected.includes(status) ? "source_rejected" : "source_failed";
    await assertFails(() => load(origin), code, { sourceStatus: status });
  }
});

Deno.test("load() distinguishes a refused connection, an invalid certificate and a bad response", async () => {
  await using origin = startOrigin(() => {}, SERVER);
  const url = `https://127.0.0.1:${origin.port}/`;
  assertMatch((await assertFails(() => load(origin, { path: url }), "source_failed")).message, /certificate/);
  await using silent = startOrigin(() => {});
  assertMatch((await assertFails(() => load(silent), "source_failed")).message, /complete HTTP response/);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  assertMatch((await assertFails(() => load({ port }), "source_failed")).message, /refuses/);
});

Deno.test("load() follows 301, 302, 303, 307 and 308, and a location in UTF-8", async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const location = `${status} X\r\nlocation: caf\xc3\xa9?x\r\ncontent-length: 0\r\n\r\n`;
    await using origin = startOrigin(table({
      "/start": location,
      "/caf%C3%A9?x": "200 OK\r\ncontent-length: 3\r\n\r\nabc",
    }));
    const source = await load(origin);
    assertEquals([toText(source), new URL(source.finalUrl).pathname], ["abc", "/caf%C3%A9"]);
  }
});

Deno.test("load() throws source_failed after five redirects, and follows as many", async () => {
  const heads = Object.fromEntries(
    ["/start", "/1", "/2", "/3", "/4", "/5"].map((path, i) => [path, redirectTo(`/${i + 1}`)]),
  );
  await using origin = startOrigin(table({ ...heads, "/6": "200 OK\r\n\r\n" }));
  await assertFails(() => load(origin), "source_failed");
  assertEquals(origin.heads.length, 6);
  await load(origin, { path: "/1" });
  await using loop = startOrigin(table({ "/start": redirectTo("/start") }));
  await assertFails(() => load(loop), "source_failed");
});

Deno.test("load() checks each redirect as strictly as the URL itself", async () => {
  const names = ["http://localhost/", "http://2130706433/", "https://metadata.google.internal/"];
  const addresses = [
    "http://127.0.0.2/",
    "http://[::ffff:10.0.0.1]/",
    "//169.254.169.254/",
    "http://93.184.216.34:22/",
  ];
  const others = ["file:///etc/passwd", "http://user:secret@127.0.0.1/", "data:image/png;base64,AA=="];
  for (const location of [...names, ...addresses, ...others]) {
    await using origin = startOrigin(table({ "/start": redirectTo(location) }));
    const code = others.includes(location) ? "source_failed" : "forbidden_address";
    const { message } = await assertFails(() => load(origin), code);
    assertEquals([message.includes("secret"), origin.heads.length], [false, 1]);
  }
});

Deno.test("load() resolves a name once for each hop, and forbids one that is public at first and private then", async () => {
  await using origin = startOrigin(table({ "/start": redirectTo("http://other.example/") }));
  const asked: string[] = [];
  const resolve: Resolve = (name) => {
    asked.push(name);
    return Promise.resolve(name === "other.example" ? ["10.0.0.1"] : ["127.0.0.1"]);
  };
  const path = `http://pictures.example:${origin.port}/start`;
  await assertFails(() => load(origin, { path, resolve }), "forbidden_address");
  // A second look-up, which a rebinding name would answer otherwise, never takes place.
  assertEquals([asked, origin.heads.length], [["pictures.example", "other.example"], 1]);
});

Deno.test("load() asks whether a previous image has changed, and returns no bytes if it has not", async () => {
  await using origin = startOrigin(respond("304 Not Modified"));
  const finalUrl = `http://127.0.0.1:${origin.port}/start`;
  const previous = { finalUrl, etag: '"1"', lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", freshness: FRESHNESS };
  assertEquals(await load(origin, { previous }), { ...previous, bytes: undefined });
  assertMatch(origin.heads[0]!, /\r\nif-none-match: "1"\r\n/i);
  await load(origin, { previous: { ...previous, etag: undefined } });
  assertMatch(origin.heads[1]!, /\r\nif-modified-since: Sun, 06 Nov 1994 08:49:37 GMT\r\n/i);
});

Deno.test("load() sends validators only to the URL that issued them, and drops malformed ones", async () => {
  const head = `200 OK\r\netag: "${"x".repeat(200)}"\r\nlast-modified: caf\xe9\r\ncontent-length: 0`;
  await using origin = startOrigin(respond(head));
  const previous = { finalUrl: "http://other.example/", etag: '"1"', lastModified: undefined, freshness: FRESHNESS };
  const source = await load(origin, { previous });
  assertEquals([source.etag, source.lastModified, /if-/i.test(origin.heads[0]!)], [undefined, undefined, false]);
});

Deno.test("load() limits the freshness by that of each redirect, whether or not they state it", async () => {
  const expected: [redirect: string, found: string, seconds: number][] = [
    ["", "max-age=3600", 600],
    ["", "max-age=5", 5],
    ["cache-control: max-age=300\r\n", "max-age=3600", 300],
    ["cache-control: no-store\r\n", "max-age=3600", 0],
  ];
  for (const [redirect, found, seconds] of expected) {
    await using origin = startOrigin(table({
      "/start": redirectTo("/a", redirect),
      "/a": `200 OK\r\ncache-control: ${found}\r\ncontent-length: 0\r\n\r\n`,
    }));
    assertEquals((await load(origin)).freshness, { isStorable: true, seconds }, redirect);
  }
});

/** Runs work with a clock of the test: `expire` ends the five seconds. */
async function withTimeout(work: (expire: () => void) => Promise<void>): Promise<void> {
  const { timeout } = AbortSignal;
  const controller = new AbortController();
  AbortSignal.timeout = (ms) => {
    assertEquals(ms, 5000);
    return controller.signal;
  };
  try {
    await work(() => controller.abort(new DOMException("Timed out", "TimeoutError")));
  } finally {
    AbortSignal.timeout = timeout;
  }
}

Deno.test("load() throws source_timeout after five seconds, before the head, in the body and after a redirect", async () => {
  const starts: Record<string, string> = { "/start": "", "/body": "HTTP/1.1 200 OK\r\n\r\na" };
  for (const path of ["/start", "/body", "/redirect"]) {
    await withTimeout(async (expire) => {
      await using origin = startOrigin(async ({ path, send, untilClosed }) => {
        if (path === "/redirect") return await send(`HTTP/1.1 ${redirectTo("/start")}`);
        await send(starts[path]!);
        expire();
        await untilClosed();
      });
      await assertFails(() => load(origin, { path }), "source_timeout", { parameter: "image", limit: 5000 });
    });
  }
});

Deno.test("load() throws source_timeout when no name server answers, and the reason of a caller that leaves", async () => {
  const hang: Resolve = (_name, signal) => new Promise((_, reject) => signal.onabort = () => reject(signal.reason));
  await withTimeout(async (expire) => {
    const loading = load({ port: 80 }, { path: "http://a.example/", resolve: hang });
    expire();
    await assertFails(() => loading, "source_timeout");
  });
  const controller = new AbortController();
  const loading = load({ port: 80 }, { path: "http://a.example/", resolve: hang, signal: controller.signal });
  controller.abort(new RangeError("gone"));
  await assertRejects(() => loading, RangeError);
});
