import { assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { contentTypeOf, serveFile, type ServeFileOptions } from "@/lib/http/serve_file.ts";
import { join } from "@std/path";

const TEXT = "0123456789abcdefghij";
const MODIFIED = new Date("2024-05-06T07:08:09.500Z");
const LAST_MODIFIED = "Mon, 06 May 2024 07:08:09 GMT";

async function withFile(content: string | Uint8Array, use: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "file.txt");
  try {
    await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    await Deno.utime(path, MODIFIED, MODIFIED);
    await use(path);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function get(path: string, headers: Record<string, string> = {}, options: ServeFileOptions = {}): Promise<Response> {
  return serveFile(new Request("http://a/", { headers }), path, options);
}

/** Bytes without a pattern that would hide a wrong offset. */
function scatter(length: number): Uint8Array {
  return new Uint8Array(length).map((_, at) => Math.imul(at, 2654435761) >>> 24);
}

async function assertClosed(file: Deno.FsFile): Promise<void> {
  await assertRejects(() => file.stat(), Deno.errors.BadResource);
}

Deno.test("serveFile() sends the whole file with its headers", () =>
  withFile(TEXT, async (path) => {
    const res = await get(path);
    const { etag, ...headers } = Object.fromEntries(res.headers);
    assertEquals(headers, {
      "content-type": "text/plain; charset=UTF-8",
      "content-length": "20",
      "accept-ranges": "bytes",
      "last-modified": LAST_MODIFIED,
    });
    assertMatch(etag!, /^"[^"]+"$/);
    assertEquals([res.status, await res.text()], [200, TEXT]);
  }));

Deno.test("serveFile() responds to HEAD with the headers of GET and no body", () =>
  withFile(TEXT, async (path) => {
    const got = await get(path);
    const head = await serveFile(new Request("http://a/", { method: "HEAD", headers: { range: "bytes=0-1" } }), path);
    assertEquals(head.status, 200);
    assertEquals([...head.headers], [...got.headers]);
    assertEquals(head.body, null);
    await got.body?.cancel();
  }));

Deno.test("serveFile() uses the caller's headers and tag", () =>
  withFile(TEXT, async (path) => {
    const res = await get(path, {}, { etag: '"x"', headers: { "content-type": "text/x-log", "vary": "accept" } });
    assertEquals(["content-type", "vary", "etag"].map((name) => res.headers.get(name)), [
      "text/x-log",
      "accept",
      '"x"',
    ]);
    await res.body?.cancel();
  }));

Deno.test("serveFile() returns 304 by tag and by time, and the tag wins", () =>
  withFile(TEXT, async (path) => {
    const etag = (await get(path)).headers.get("etag")!;
    const later = "Tue, 07 May 2024 00:00:00 GMT";
    const earlier = "Mon, 06 May 2024 07:08:08 GMT";
    const cases: [Record<string, string>, number][] = [
      [{ "if-none-match": etag }, 304],
      [{ "if-none-match": `"other", W/${etag}` }, 304],
      [{ "if-none-match": "*" }, 304],
      [{ "if-none-match": '"other"' }, 200],
      [{ "if-modified-since": LAST_MODIFIED }, 304],
      [{ "if-modified-since": later }, 304],
      [{ "if-modified-since": earlier }, 200],
      [{ "if-modified-since": "no date" }, 200],
      [{ "if-none-match": '"other"', "if-modified-since": later }, 200],
      [{ "if-match": '"other"' }, 412],
      [{ "if-match": etag }, 200],
      [{ "if-unmodified-since": earlier }, 412],
      [{ "if-unmodified-since": later }, 200],
    ];
    for (const [headers, status] of cases) {
      const res = await get(path, headers);
      assertEquals(res.status, status, JSON.stringify(headers));
      assertEquals(await res.text(), status === 200 ? TEXT : "");
      assertEquals(res.headers.get("etag"), etag);
    }
  }));

Deno.test("serveFile() sends one range, and ignores an invalid one and too many", () =>
  withFile(TEXT, async (path) => {
    const cases: [string, string, string | null][] = [
      ["bytes=5-9", "56789", "bytes 5-9/20"],
      ["bytes=-3", "hij", "bytes 17-19/20"],
      ["bytes=2-3,50-60", "23", "bytes 2-3/20"],
      ["bytes=a-b", TEXT, null],
      [`bytes=${Array(33).fill("0-0").join()}`, TEXT, null],
    ];
    for (const [range, body, contentRange] of cases) {
      const res = await get(path, { range });
      assertEquals([res.status, res.headers.get("content-range")], [contentRange ? 206 : 200, contentRange], range);
      assertEquals([res.headers.get("content-length"), await res.text()], [String(body.length), body]);
    }
  }));

Deno.test("serveFile() returns 416 for a range behind the end", () =>
  withFile(TEXT, async (path) => {
    for (const range of ["bytes=20-", "bytes=99-100,200-", "bytes=-0"]) {
      const res = await get(path, { range });
      assertEquals([res.status, res.headers.get("content-range"), await res.text()], [416, "bytes */20", ""], range);
    }
  }));

Deno.test("serveFile() sends several ranges as multipart/byteranges", () =>
  withFile(TEXT, async (path) => {
    const res = await get(path, { range: "bytes=0-1, 5-6,-2" });
    assertEquals(res.status, 206);
    const boundary = /^multipart\/byteranges; boundary=(.+)$/.exec(res.headers.get("content-type")!)![1];
    const body = await res.text();
    assertEquals(res.headers.get("content-length"), String(body.length));
    const part = (range: string, text: string) =>
      `\r\n--${boundary}\r\ncontent-type: text/plain; charset=UTF-8\r\ncontent-range: bytes ${range}/20\r\n\r\n${text}`;
    assertEquals(body, `${part("0-1", "01")}${part("5-6", "56")}${part("18-19", "ij")}\r\n--${boundary}--\r\n`);
  }));

Deno.test("serveFile() honours If-Range by strong tag and by exact time", () =>
  withFile(TEXT, async (path) => {
    const etag = (await get(path)).headers.get("etag")!;
    const cases: [string, number][] = [
      [etag, 206],
      [LAST_MODIFIED, 206],
      ['"other"', 200],
      [`W/${etag}`, 200],
      ["Tue, 07 May 2024 00:00:00 GMT", 200],
    ];
    for (const [condition, status] of cases) {
      const res = await get(path, { "range": "bytes=0-1", "if-range": condition });
      assertEquals(res.status, status, condition);
      await res.body?.cancel();
    }
  }));

Deno.test("serveFile() gives a file a weak tag while it can change unnoticed", () =>
  withFile(TEXT, async (path) => {
    // A time in the future, so that the speed of the test does not matter.
    const soon = new Date(Date.now() + 60_000);
    await Deno.utime(path, soon, soon);
    const weak = (await get(path)).headers.get("etag")!;
    assertMatch(weak, /^W\/"[^"]+"$/);
    assertEquals((await get(path, { "if-none-match": weak })).status, 304);
    assertEquals((await get(path, { "range": "bytes=0-1", "if-range": weak })).status, 200);
  }));

Deno.test("serveFile() changes the tag with size and time", () =>
  withFile(TEXT, async (path) => {
    const first = (await get(path)).headers.get("etag");
    await Deno.utime(path, MODIFIED, new Date(MODIFIED.getTime() + 1));
    const second = (await get(path)).headers.get("etag");
    await Deno.writeTextFile(path, "x", { append: true });
    await Deno.utime(path, MODIFIED, MODIFIED);
    const third = (await get(path)).headers.get("etag");
    assertNotEquals(first, second);
    assertNotEquals(first, third);
  }));

Deno.test("serveFile() streams a large file, whole and in ranges", async () => {
  const bytes = scatter(300_001);
  await withFile(bytes, async (path) => {
    assertEquals(new Uint8Array(await (await get(path)).arrayBuffer()), bytes);
    const res = await get(path, { range: "bytes=65535-200000" });
    assertEquals(new Uint8Array(await res.arrayBuffer()), bytes.slice(65535, 200001));
  });
});

Deno.test("serveFile() closes the file at the end and when the reader cancels, at once or halfway", () =>
  withFile(scatter(300_000), async (path) => {
    const readers = [
      (body: ReadableStream) => body.cancel(),
      async (body: ReadableStream) => {
        const reader = body.getReader();
        await reader.read();
        await reader.cancel();
      },
      async (body: ReadableStream) => void await new Response(body).arrayBuffer(),
    ];
    for (const read of readers) {
      const file = await Deno.open(path);
      await read((await get(path, {}, { file })).body!);
      await assertClosed(file);
    }
  }));

Deno.test("serveFile() closes the file before it returns a response without a stream", () =>
  withFile(TEXT, async (path) => {
    for (const headers of [{}, { "if-none-match": "*" }, { range: "bytes=99-" }]) {
      const file = await Deno.open(path);
      const res = await get(path, headers, { file });
      await assertClosed(file);
      await res.body?.cancel();
    }
  }));

Deno.test("serveFile() fails the body if the file shrinks, and does not send what was appended", () =>
  withFile(scatter(300_000), async (path) => {
    const shrunk = await get(path);
    await Deno.truncate(path, 100_000);
    await assertRejects(() => shrunk.arrayBuffer(), Deno.errors.UnexpectedEof);
    const grown = await get(path);
    await Deno.writeFile(path, scatter(50_000), { append: true });
    assertEquals((await grown.arrayBuffer()).byteLength, 100_000);
  }));

Deno.test("serveFile() closes the file when the client of a real server hangs up", () =>
  withFile("", async (path) => {
    // A sparse file: no space on the disk, and more bytes than any socket buffers.
    await Deno.truncate(path, 200_000_000);
    const file = await Deno.open(path);
    const server = Deno.serve({ port: 0, onListen: () => {} }, (req) => serveFile(req, path, { file }));
    const stop = new AbortController();
    const res = await fetch(`http://127.0.0.1:${server.addr.port}/`, { signal: stop.signal });
    const reader = res.body!.getReader();
    await reader.read();
    stop.abort();
    await reader.read().catch(() => undefined);
    await server.shutdown();
    await assertClosed(file);
  }));

Deno.test("serveFile() returns 404 for a missing or special file, and 405 for another method", () =>
  withFile(TEXT, async (path) => {
    assertEquals((await get(`${path}.no`)).status, 404);
    assertEquals((await get(join(path, ".."))).status, 404);
    const file = await Deno.open(path);
    const post = await serveFile(new Request("http://a/", { method: "POST" }), path, { file });
    assertEquals(post.status, 405);
    assertEquals(post.headers.get("allow"), "GET, HEAD");
  }));

Deno.test("serveFile() sends a file that was passed open, even after it was removed", () =>
  withFile(TEXT, async (path) => {
    const file = await Deno.open(path);
    const fileInfo = await file.stat();
    await Deno.remove(path);
    assertEquals(await (await get(path, {}, { file, fileInfo })).text(), TEXT);
  }));

Deno.test("contentTypeOf() serves lists and logs as text, other files by their extension and unknown ones as bytes", async () => {
  const types = await Promise.all(["ads.hosts", "DAY.LOG", "style.css", "a.unknown", "LICENSE"].map(contentTypeOf));
  const text = "text/plain; charset=UTF-8";
  const bytes = "application/octet-stream";
  assertEquals(types, [text, text, "text/css; charset=UTF-8", bytes, bytes]);
});
