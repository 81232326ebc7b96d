import { assertEquals, assertRejects } from "@std/assert";
import { readUpload } from "@/lib/filters/upload.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { MAX_SOURCE_BYTES } from "@/lib/sources/download.ts";

// Off by default: finds bodies that are still read.
Deno.test.sanitizer({ ops: true, resources: true });

const URL = "http://localhost/api/v2/filter/blur";
const FILE = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);

const post = (body: BodyInit | null, init: RequestInit = {}) => new Request(URL, { method: "POST", body, ...init });

function form(...parts: readonly (readonly [name: string, value: string | Blob, fileName?: string])[]): Request {
  const data = new FormData();
  for (const [name, value, fileName] of parts) {
    if (value instanceof Blob) data.append(name, value, fileName ?? "a.png");
    else data.append(name, value);
  }
  return post(data);
}

async function assertFails(req: Request, code: string): Promise<ApiError> {
  const error = await assertRejects(() => readUpload(req), ApiError);
  assertEquals(error.code, code, error.message);
  return error;
}

Deno.test("readUpload() returns the body, whatever its type", async () => {
  for (const type of ["image/png", "application/octet-stream", "text/plain"]) {
    assertEquals(await readUpload(post(FILE, { headers: { "content-type": type } })), FILE);
  }
  const chunks = ReadableStream.from([FILE.subarray(0, 9), FILE.subarray(9)]);
  assertEquals(await readUpload(post(chunks)), FILE);
});

Deno.test("readUpload() returns the one file of a form, in any field, beside texts and empty files", async () => {
  const file = new Blob([FILE]);
  assertEquals(await readUpload(form(["image", file])), FILE);
  assertEquals(await readUpload(form(["strength", "5"], ["empty", new Blob([])], ["upload", file, "b c.jpg"])), FILE);
  const body = `\r\n--a b\r\nContent-Disposition: form-data; name="x"; filename="y"\r\n\r\nabc\r\n--a b--\r\n`;
  const quoted = post(body.trimStart(), { headers: { "content-type": 'multipart/form-data; boundary="a b"' } });
  assertEquals(await readUpload(quoted), new TextEncoder().encode("abc"));
});

Deno.test("readUpload() throws missing_parameter for nothing, and for a form without a file", async () => {
  await assertFails(post(null), "missing_parameter");
  await assertFails(post(""), "missing_parameter");
  await assertFails(form(["image", "https://a.example/b.png"]), "missing_parameter");
  await assertFails(form(["image", new Blob([])]), "missing_parameter");
});

Deno.test("readUpload() throws invalid_parameter for two files, and bad_request for a broken form", async () => {
  await assertFails(form(["a", new Blob(["a"])], ["b", new Blob(["b"])]), "invalid_parameter");
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=x"]) {
    await assertFails(post("--y\r\nnonsense", { headers: { "content-type": type } }), "bad_request");
  }
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n';
  const many = post(`${part.repeat(17)}--x--`, { headers: { "content-type": "multipart/form-data; boundary=x" } });
  await assertFails(many, "bad_request");
  const open = '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nabc';
  await assertFails(post(open, { headers: { "content-type": "multipart/form-data; boundary=x" } }), "bad_request");
});

Deno.test("readUpload() finds the end of a file that consists of almost nothing but its boundary", async () => {
  const boundary = "-".repeat(70);
  const file = `${`\r\n--${boundary.slice(1)}`.repeat(1000)} `;
  const body =
    `--${boundary}\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n${file}\r\n--${boundary}--`;
  const type = (text: string) => ({ headers: { "content-type": `multipart/form-data; boundary=${text}` } });
  assertEquals((await readUpload(post(body, type(boundary)))).length, file.length);
  // RFC 2046 allows no longer ones.
  await assertFails(post(body, type("-".repeat(71))), "bad_request");
});

Deno.test("readUpload() accepts 20 MiB in both ways, and throws payload_too_large for one byte more", async () => {
  const full = new Uint8Array(MAX_SOURCE_BYTES);
  const more = new Uint8Array(MAX_SOURCE_BYTES + 1);
  assertEquals((await readUpload(post(full))).length, MAX_SOURCE_BYTES);
  assertEquals((await readUpload(form(["a", new Blob([full])]))).length, MAX_SOURCE_BYTES);
  const { details } = await assertFails(post(more), "payload_too_large");
  assertEquals(details, { limit: MAX_SOURCE_BYTES, got: MAX_SOURCE_BYTES + 1 });
  await assertFails(form(["a", new Blob([more])]), "payload_too_large");
});

Deno.test("readUpload() reads nothing that declares to be too large, and stops an endless body", async () => {
  let pulls = 0;
  const endless = () =>
    new ReadableStream({
      pull(stream) {
        pulls++;
        stream.enqueue(new Uint8Array(1_000_000));
      },
    }, { highWaterMark: 0 });
  await assertFails(post(endless(), { headers: { "content-length": `${MAX_SOURCE_BYTES + 1}` } }), "payload_too_large");
  assertEquals(pulls <= 1, true);
  await assertFails(post(endless()), "payload_too_large");
});

Deno.test("readUpload() throws request_timeout after 30 s, and the reason of a caller that leaves", async () => {
  const { timeout } = AbortSignal;
  const clock = new AbortController();
  AbortSignal.timeout = (ms) => {
    assertEquals(ms, 30_000);
    return clock.signal;
  };
  try {
    const reading = assertFails(post(new ReadableStream()), "request_timeout");
    clock.abort();
    assertEquals((await reading).details, { limit: 30_000 });
  } finally {
    AbortSignal.timeout = timeout;
  }
  const caller = new AbortController();
  const reading = readUpload(post(new ReadableStream(), { signal: caller.signal }));
  caller.abort(new RangeError("gone"));
  await assertRejects(() => reading, RangeError);
});

Deno.test("readUpload() throws bad_request when the connection ends, and for chunks of one byte", async () => {
  await assertFails(
    post(new ReadableStream({ start: (stream) => stream.error(new TypeError("reset")) })),
    "bad_request",
  );
  const tiny = ReadableStream.from(Array.from({ length: 5000 }, () => Uint8Array.of(1)));
  await assertFails(post(tiny), "bad_request");
});
