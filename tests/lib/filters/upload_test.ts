import { assertEquals, assertRejects } from "@std/assert";
import { createMemory, createWork } from "../workers/working.ts";
import { readUpload } from "@/lib/filters/upload.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { TRANSFER_BYTES } from "@/lib/workers/work.ts";
import { type Chunks, sendChunks } from "@/tests/load/chunked_upload.ts";

const MB = 1_000_000;
const NO_QUERY = new URLSearchParams();

/** Creates a reader of uploads with a memory of its own. What arrives is reserved until the upload ends. */
function createReader(limit = 10 * MB, maxSourceBytes = 5 * MB) {
  const memory = createMemory(limit);
  const read = async (req: Request, client = "a", signal = new AbortController().signal) => {
    using work = createWork(memory, { client, signal });
    const options = { maxSourceBytes, uploadTimeoutMs: 60_000 };
    const { bytes } = await readUpload({ req, query: NO_QUERY, work }, options);
    // What has arrived is freed with the reservation.
    return { bytes: bytes.slice() };
  };
  const upload = (body: BodyInit, client?: string, signal?: AbortSignal) =>
    read(new Request("http://paw.example/", { method: "POST", body }), client, signal);
  return { memory, read, upload };
}

/** Creates a body that the test sends piece by piece. */
function createBody() {
  const state = { cancelled: undefined as unknown };
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (created) => void (controller = created),
    cancel: (reason) => void (state.cancelled = reason ?? "cancelled"),
  });
  const send = async (bytes: number) => {
    controller.enqueue(new Uint8Array(bytes));
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  };
  return { body, send, state, close: () => controller.close() };
}

Deno.test("readUpload() reserves what a transfer takes, and each byte that has arrived", async () => {
  const { memory, upload } = createReader();
  const { body, send, close } = createBody();
  const done = upload(body);
  await send(1000);
  const atStart = memory.used;
  await send(MB);
  assertEquals([atStart, memory.used], [TRANSFER_BYTES + 1000, TRANSFER_BYTES + MB + 1000]);
  close();
  assertEquals([(await done).bytes.length, memory.used], [MB + 1000, 0]);
});

/** Creates a request in chunks whose body has so many bytes in each of its reads, at once or later. */
function createChunked(reads: readonly number[], wait?: () => Promise<void>) {
  const sizes: number[] = [];
  const firstBytes: number[] = [];
  const body = new ReadableStream({
    type: "bytes",
    async pull(controller) {
      await wait?.();
      const { byobRequest } = controller;
      const view = byobRequest?.view;
      if (!view) throw new Error("it reads into no buffer of its own");
      const into = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
      firstBytes.push(into[0]!);
      const count = sizes.push(into.length);
      into.fill(count);
      byobRequest.respond(Math.min(reads[count - 1]!, into.length));
      if (count === reads.length) controller.close();
    },
  });
  const init = { method: "POST", body, headers: { "transfer-encoding": "chunked" } };
  return { req: new Request("http://paw.example/", init), sizes, firstBytes };
}

Deno.test("readUpload() reads a body in chunks few bytes at a time, always into the same memory", async () => {
  const { read } = createReader();
  const { req, sizes, firstBytes } = createChunked([4352, 4352, 4352]);
  const { bytes } = await read(req);
  assertEquals([sizes, bytes.length], [[4352, 4352, 4352], 3 * 4352]);
  assertEquals(firstBytes, [0, 1, 2]);
});

Deno.test("readUpload() rejects small chunks of which Deno holds many, but not those that it waits for", async () => {
  const { read } = createReader();
  const small = Array.from({ length: 80 }, () => 2);
  const error = await assertRejects(() => read(createChunked(small).req), ApiError, "too small chunks");
  assertEquals(error.code, "bad_request");
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve));
  assertEquals((await read(createChunked(small, wait).req)).bytes.length, 160);
  assertEquals((await read(createChunked([...small.slice(0, 30), ...Array(80).fill(4352)]).req)).bytes.length, 348_220);
});

Deno.test("readUpload() reads from a connection as it says, and rejects small chunks that arrive at once", async () => {
  let sizes: number[] = [];
  const onReceived = (bytes: number) => void sizes.push(bytes);
  await using server = Deno.serve({ port: 0, onListen() {} }, async (req) => {
    using work = createWork(createMemory(), { onReceived });
    const options = { maxSourceBytes: 5 * MB, uploadTimeoutMs: 60_000 };
    const status = await readUpload({ req, query: NO_QUERY, work }, options).then(() => 200, ({ status }) => status);
    return new Response(null, { status });
  });
  const { port } = server.addr;
  const send = async (chunks: Chunks) => {
    sizes = [];
    const { signal } = new AbortController();
    const status = await sendChunks({ port, path: "/", headers: {}, chunks, signal });
    return [status, sizes.some((size) => size > 4352)];
  };
  assertEquals(await send({ count: 20, chunkBytes: 50_000 }), [200, false]);
  assertEquals(await send({ count: 5000, chunkBytes: 600 }), [400, false]);
  // The longest line before a chunk that Deno accepts: it must fit into what is read at once.
  assertEquals(await send({ count: 10, chunkBytes: 1900, extensionBytes: 4093 }), [200, false]);
  const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: new Uint8Array(MB) });
  assertEquals([await response.text(), response.status], ["", 200]);
});

Deno.test("readUpload() throws overloaded when a body or a form grows beyond the memory", async () => {
  const form = new FormData();
  form.append("image", new Blob([new Uint8Array(2 * MB)]));
  for (const body of [new Uint8Array(2 * MB), form]) {
    const { memory, upload } = createReader(MB);
    const error = await assertRejects(() => upload(body), ApiError);
    assertEquals([error.code, memory.used], ["overloaded", 0]);
  }
});

Deno.test("readUpload() ends an upload whose memory goes to a client with less", async () => {
  const { memory, upload } = createReader(TRANSFER_BYTES + 5 * MB);
  const { body, send, state } = createBody();
  const large = assertRejects(() => upload(body, "greedy"), ApiError);
  await send(4 * MB);
  assertEquals((await upload(new Uint8Array(2 * MB), "small")).bytes.length, 2 * MB);
  const error = await large;
  assertEquals([error.code, state.cancelled, memory.used], ["overloaded", error, 0]);
});

Deno.test("readUpload() reads no further than the byte that exceeds the limit, and cancels the rest", async () => {
  const { memory, upload } = createReader();
  const { body, send, state } = createBody();
  const done = assertRejects(() => upload(body), ApiError);
  await send(5 * MB);
  await send(1);
  const { code, details } = await done;
  assertEquals([code, details], ["payload_too_large", { limit: 5 * MB, got: 5 * MB + 1 }]);
  assertEquals([state.cancelled !== undefined, memory.used], [true, 0]);
});

Deno.test("readUpload() allows a form 16 KB for what is not its file, and its file no byte more", async () => {
  const { upload } = createReader(10 * MB, MB);
  const formOf = (bytes: number) => {
    const form = new FormData();
    form.append("other", "x".repeat(15_000));
    form.append("image", new Blob([new Uint8Array(bytes)]));
    return form;
  };
  assertEquals((await upload(formOf(MB))).bytes.length, MB);
  const error = await assertRejects(() => upload(formOf(MB + 1)), ApiError);
  assertEquals([error.code, error.details], ["payload_too_large", { limit: MB, got: MB + 1 }]);
});

Deno.test("readUpload() cancels the body and releases its memory when the caller leaves", async () => {
  const { memory, upload } = createReader();
  const { body, send, state } = createBody();
  const caller = new AbortController();
  const reason = new Error("gone");
  const done = assertRejects(() => upload(body, "a", caller.signal), Error, "gone");
  await send(MB);
  caller.abort(reason);
  await done;
  await send(0).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals([state.cancelled, memory.used], [reason, 0]);
});

Deno.test("readUpload() reports what has arrived, also of a body that is refused", async () => {
  const received: number[] = [];
  const options = { maxSourceBytes: MB, uploadTimeoutMs: 60_000 };
  const onReceived = (bytes: number) => void received.push(bytes);
  for (const bytes of [MB, MB + 1]) {
    using work = createWork(createMemory(2 * MB), { onReceived });
    const body = ReadableStream.from([new Uint8Array(bytes)]);
    const req = new Request("http://paw.example/", { method: "POST", body });
    await readUpload({ req, query: NO_QUERY, work }, options).catch(() => {});
  }
  assertEquals(received, [MB, MB + 1]);
});
