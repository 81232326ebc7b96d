import { assertEquals, assertMatch, assertNotEquals, assertObjectMatch, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { REVALIDATE } from "@/lib/http/cache_control.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { FileResponse, type FileResponseOptions } from "@/lib/http/file_response.ts";
import { finishResponse } from "@/lib/http/finish_response.ts";
import type { MemoryBudget, Reservation } from "@/lib/workers/memory.ts";
import { createMemory } from "../workers/working.ts";
import { createContext } from "./context.ts";

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

const TYPE = { "content-type": "text/plain; charset=UTF-8" };

/** Reserves 100 bytes. */
function reserveIn(memory: MemoryBudget, client = "reader"): Reservation {
  const reservation = memory.reserve({ client, createError: () => new ApiError("overloaded", "Cannot") });
  reservation.growTo(100);
  return reservation;
}

const OPTIONS = { cache: REVALIDATE, headers: TYPE, reserve: () => reserveIn(createMemory()) };

/** Requests a file that may be open already. */
async function get(
  path: string,
  headers: Record<string, string> = {},
  { file, method = "GET", ...options }: { file?: Deno.FsFile; method?: string } & Partial<FileResponseOptions> = {},
): Promise<Response> {
  const opened = file ?? await Deno.open(path);
  const ctx = createContext(new Request("http://a/", { headers, method }));
  const found = { file: opened, info: await opened.stat() };
  return await finishResponse(ctx, new FileResponse(found, { ...OPTIONS, ...options }));
}

/** Requests a file and expects an error. */
async function getError(path: string, headers: Record<string, string>, file?: Deno.FsFile): Promise<ApiError> {
  return await assertRejects(() => get(path, headers, file && { file }), ApiError);
}

/** Bytes without a pattern that would hide a wrong offset. */
function scatter(length: number): Uint8Array {
  return new Uint8Array(length).map((_, at) => Math.imul(at, 2654435761) >>> 24);
}

async function assertClosed(file: Deno.FsFile): Promise<void> {
  await assertRejects(() => file.stat(), Deno.errors.BadResource);
}

Deno.test("FileResponse sends the whole file with its headers", () =>
  withFile(TEXT, async (path) => {
    const res = await get(path);
    const { etag, ...headers } = Object.fromEntries(res.headers);
    assertObjectMatch(headers, {
      "content-type": "text/plain; charset=UTF-8",
      "content-length": "20",
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=0, s-maxage=60, stale-while-revalidate=600",
      "last-modified": LAST_MODIFIED,
    });
    assertMatch(etag!, /^"[^"]+"$/);
    assertEquals([res.status, await res.text()], [200, TEXT]);
  }));

Deno.test("FileResponse states how many bytes are sent, for the log and the metrics", () =>
  withFile(TEXT, async (path) => {
    const sizes: unknown[] = [];
    for (const init of [{}, { headers: { range: "bytes=5-9" } }, { method: "HEAD" }]) {
      const ctx = createContext(new Request("http://a/", init));
      const file = await Deno.open(path);
      await finishResponse(ctx, new FileResponse({ file, info: await file.stat() }, OPTIONS));
      sizes.push(ctx.state.bytes);
    }
    assertEquals(sizes, [TEXT.length, 5, 0]);
  }));

Deno.test("FileResponse responds to HEAD with the headers of GET and no body", () =>
  withFile(TEXT, async (path) => {
    const got = await get(path);
    const head = await get(path, { range: "bytes=0-1" }, { method: "HEAD" });
    assertEquals(head.status, 200);
    assertEquals([...head.headers], [...got.headers]);
    assertEquals(head.body, null);
    await got.body?.cancel();
  }));

Deno.test("FileResponse uses the caller's headers and tag", () =>
  withFile(TEXT, async (path) => {
    const res = await get(path, {}, { etag: '"x"', headers: { "content-type": "text/x-log", "vary": "accept" } });
    assertEquals(["content-type", "vary", "etag"].map((name) => res.headers.get(name)), [
      "text/x-log",
      "accept",
      '"x"',
    ]);
    await res.body?.cancel();
  }));

Deno.test("FileResponse returns 304 by tag and by time, and the tag wins", () =>
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
      [{ "if-match": etag }, 200],
      [{ "if-unmodified-since": later }, 200],
    ];
    for (const [headers, status] of cases) {
      const res = await get(path, headers);
      assertEquals(res.status, status, JSON.stringify(headers));
      assertEquals(await res.text(), status === 200 ? TEXT : "");
      assertEquals(res.headers.get("etag"), etag);
      assertEquals(res.headers.get("content-length"), status === 200 ? "20" : null);
    }
    for (const headers of [{ "if-match": '"other"' }, { "if-unmodified-since": earlier }]) {
      assertEquals((await getError(path, headers)).code, "precondition_failed");
    }
  }));

Deno.test("FileResponse sends one range, and ignores an invalid one and too many", () =>
  withFile(TEXT, async (path) => {
    const cases: [string, string, string | null][] = [
      ["bytes=5-9", "56789", "bytes 5-9/20"],
      ["bytes=-3", "hij", "bytes 17-19/20"],
      ["bytes=2-3,50-60", "23", "bytes 2-3/20"],
      ["bytes=a-b", TEXT, null],
      [`bytes=${Array(13).fill("0-0").join()}`, TEXT, null],
    ];
    for (const [range, body, contentRange] of cases) {
      const res = await get(path, { range });
      assertEquals([res.status, res.headers.get("content-range")], [contentRange ? 206 : 200, contentRange], range);
      assertEquals([res.headers.get("content-length"), await res.text()], [String(body.length), body]);
    }
  }));

Deno.test("FileResponse rejects a range behind the end", () =>
  withFile(TEXT, async (path) => {
    for (const range of ["bytes=20-", "bytes=99-100,200-", "bytes=-0"]) {
      const { code, headers, details } = await getError(path, { range });
      assertEquals([code, headers, details], ["range_not_satisfiable", { "content-range": "bytes */20" }, {
        limit: 20,
      }]);
    }
  }));

Deno.test("FileResponse sends several ranges as multipart/byteranges", () =>
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

Deno.test("FileResponse honours If-Range by strong tag only", () =>
  withFile(TEXT, async (path) => {
    const etag = (await get(path)).headers.get("etag")!;
    const cases: [string, number][] = [
      [etag, 206],
      [LAST_MODIFIED, 200],
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

Deno.test("FileResponse gives a file a weak tag while it can change unnoticed", () =>
  withFile(TEXT, async (path) => {
    // A time in the future, so that the speed of the test does not matter.
    const soon = new Date("2100-01-01");
    await Deno.utime(path, soon, soon);
    const weak = (await get(path)).headers.get("etag")!;
    assertMatch(weak, /^W\/"[^"]+"$/);
    assertEquals((await get(path, { "if-none-match": weak })).status, 304);
    assertEquals((await get(path, { "range": "bytes=0-1", "if-range": weak })).status, 200);
  }));

Deno.test("FileResponse changes the tag with size and time", () =>
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

Deno.test("FileResponse streams a large file, whole and in ranges", async () => {
  const bytes = scatter(300_001);
  await withFile(bytes, async (path) => {
    assertEquals(new Uint8Array(await (await get(path)).arrayBuffer()), bytes);
    const res = await get(path, { range: "bytes=65535-200000" });
    assertEquals(new Uint8Array(await res.arrayBuffer()), bytes.slice(65535, 200001));
  });
});

Deno.test("FileResponse closes the file at the end and when the reader cancels, at once or halfway", () =>
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

Deno.test("FileResponse reserves a large body until it is read or its caller leaves, and nothing else", () =>
  withFile(scatter(65_537), async (path) => {
    const memory = createMemory(100);
    const reserve = () => reserveIn(memory);
    for (const [headers, method] of [[{ range: "bytes=1-" }, "GET"], [{}, "HEAD"], [{ "if-none-match": "*" }, "GET"]]) {
      await get(path, headers as Record<string, string>, { method: method as string, reserve });
      assertEquals(memory.used, 0);
    }
    for (const end of ["bytes", "cancel"] as const) {
      const response = await get(path, {}, { reserve });
      assertEquals(memory.used, 100);
      await (end === "bytes" ? response.bytes() : response.body!.cancel());
      assertEquals(memory.used, 0);
    }
  }));

Deno.test("FileResponse breaks off and closes the file if others need the memory, read or not", () =>
  withFile(scatter(300_000), async (path) => {
    for (const isRead of [false, true]) {
      const memory = createMemory(200);
      const reserve = () => reserveIn(memory);
      const file = await Deno.open(path);
      const readers = [await get(path, {}, { reserve }), await get(path, {}, { reserve, file })]
        .map(({ body }) => body!.getReader());
      if (isRead) await readers[1]!.read();
      reserveIn(memory, "other");
      await assertClosed(file);
      assertEquals([(await readers[1]!.read()).done, (await readers[0]!.read()).done], [true, false]);
      await readers[0]!.cancel();
    }
  }));

Deno.test("FileResponse refuses a large body without memory, and closes the file", () =>
  withFile(scatter(65_537), async (path) => {
    const memory = createMemory(99);
    const file = await Deno.open(path);
    const error = await assertRejects(() => get(path, {}, { file, reserve: () => reserveIn(memory) }), ApiError);
    assertEquals(error.code, "overloaded");
    await assertClosed(file);
  }));

Deno.test("FileResponse closes the file before a response without a stream, or an error", () =>
  withFile(TEXT, async (path) => {
    for (const [headers, method] of [[{}, "GET"], [{ "if-none-match": "*" }, "GET"], [{}, "HEAD"]] as const) {
      const file = await Deno.open(path);
      const res = await get(path, headers, { file, method });
      await assertClosed(file);
      await res.body?.cancel();
    }
    for (const headers of [{ range: "bytes=99-" }, { "if-match": '"other"' }]) {
      const file = await Deno.open(path);
      await getError(path, headers, file);
      await assertClosed(file);
    }
  }));

Deno.test("FileResponse fails the body if the file shrinks, and does not send what was appended", () =>
  withFile(scatter(300_000), async (path) => {
    const shrunk = await get(path);
    await Deno.truncate(path, 100_000);
    await assertRejects(() => shrunk.arrayBuffer(), Deno.errors.UnexpectedEof);
    const grown = await get(path);
    await Deno.writeFile(path, scatter(50_000), { append: true });
    assertEquals((await grown.arrayBuffer()).byteLength, 100_000);
  }));

Deno.test("FileResponse closes the file when the client of a real server hangs up", () =>
  withFile("", async (path) => {
    // A sparse file: no space on the disk, and more bytes than any socket buffers.
    await Deno.truncate(path, 200_000_000);
    const file = await Deno.open(path);
    const server = Deno.serve({ port: 0, onListen: () => {} }, () => get(path, {}, { file }));
    const stop = new AbortController();
    const res = await fetch(`http://127.0.0.1:${server.addr.port}/`, { signal: stop.signal });
    const reader = res.body!.getReader();
    await reader.read();
    stop.abort();
    await reader.read().catch(() => undefined);
    await server.shutdown();
    await assertClosed(file);
  }));

Deno.test("FileResponse sends a file that was passed open, even after it was removed", () =>
  withFile(TEXT, async (path) => {
    const file = await Deno.open(path);
    await Deno.remove(path);
    assertEquals(await (await get(path, {}, { file })).text(), TEXT);
  }));
