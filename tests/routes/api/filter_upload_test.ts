import { setImmediate } from "node:timers/promises";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { probe } from "@pawkit/images/probe";
import { startApp, type StartedApp } from "@/tests/app.ts";
import { writeChunk } from "@/lib/images/tests/codecs/png_chunks.ts";
import { createGroupedWebp } from "@/lib/images/tests/codecs/webp_groups.ts";

const PICTURE = await drawPicture();
const LIMITS = { maxPixels: 1e9, maxTotalPixels: 1e9, maxFrames: 1 };

async function drawPicture(): Promise<Uint8Array<ArrayBuffer>> {
  await using call = await startApp();
  return await (await call("/images/animals/cat/k3v09x2a.png")).bytes();
}

function post(call: StartedApp, body: BodyInit, path = "/api/v2/filter/invert", headers: HeadersInit = {}) {
  return call(path, { method: "POST", body, headers });
}

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

async function assertError(response: Response, code: string): Promise<Record<string, unknown>> {
  const body = await response.json();
  assertEquals(body.code, code, body.message);
  return body.details;
}

Deno.test("POST /api/v2/filter/{steps} returns what GET returns for the same picture, but stores nothing", async () => {
  await using call = await startApp();
  const image = `data:image/png;base64,${PICTURE.toBase64()}`;
  const expected = await call(`/api/v2/filter/invert?image=${encodeURIComponent(image)}`);
  const countEntries = () => call.services.filters.status().cache.entries;
  assertEquals(countEntries(), 1);
  for (const type of ["image/png", "application/octet-stream", "image/jpeg", "application/x-www-form-urlencoded"]) {
    const response = await post(call, PICTURE, undefined, { "content-type": type });
    assertEquals([response.status, response.headers.get("content-type")], [200, "image/png"], type);
    assertEquals(response.headers.get("cache-control"), "no-store");
    assertEquals(response.headers.get("etag"), expected.headers.get("etag"));
    await response.body?.cancel();
  }
  assertEquals(countEntries(), 1);
  // The four uploads, and the data: URL.
  assertEquals(call.services.filters.counters.stages.get("fetch")?.count, 5);
  await expected.body?.cancel();
});

Deno.test("POST /api/v2/filter/{steps} accepts a form, whose fields are parameters unless the query has them", async () => {
  await using call = await startApp();
  const form = formOf({ image: new Blob([PICTURE]), strength: "3", format: "webp" });
  const response = await post(call, form, "/api/v2/filter/blur?strength=7");
  assertEquals([response.status, response.headers.get("x-filter")], [200, "blur; strength=7"]);
  const { format, width, height } = probe(await response.bytes(), LIMITS);
  assertEquals([format, width, height], ["webp", 512, 512]);
  const tinted = await post(call, formOf({ image: new Blob([PICTURE]), strength: "f80" }), "/api/v2/filter/tint");
  assertEquals(tinted.headers.get("x-filter"), "tint; strength=ff8800");
  await tinted.body?.cancel();
  await assertError(
    await post(call, formOf({ image: new Blob([PICTURE]) }), "/api/v2/filter/tint"),
    "missing_parameter",
  );
  const empty = await post(call, formOf({ image: new Blob([PICTURE]), strenght: "", w: "" }));
  assertEquals(empty.status, 200);
  await empty.body?.cancel();
  const misspelt = formOf({ image: new Blob([PICTURE]), strenght: "9" });
  assertEquals((await assertError(await post(call, misspelt), "invalid_parameter")).suggestion, "strength");
});

Deno.test("POST /api/v2/filter/{steps} takes the size from a form, too, and resize requires it", async () => {
  await using call = await startApp();
  const form = formOf({ image: new Blob([PICTURE]), width: "100", height: "50", fit: "cover" });
  const { width, height } = probe(await (await post(call, form, "/api/v2/filter/resize,blur:2")).bytes(), LIMITS);
  assertEquals([width, height], [100, 50]);
  await assertError(await post(call, PICTURE, "/api/v2/filter/resize"), "missing_parameter");
  await assertError(
    await post(call, formOf({ image: new Blob([PICTURE]) }), "/api/v2/filter/resize"),
    "missing_parameter",
  );
});

Deno.test("POST /api/v2/filter/{steps} rejects a field that a form has twice, unless the query has it", async () => {
  await using call = await startApp();
  const form = formOf({ image: new Blob([PICTURE]), width: "30" });
  form.append("width", "40");
  const details = await assertError(await post(call, form, "/api/v2/filter/resize"), "invalid_parameter");
  assertEquals(details, { parameter: "width", value: "30,40" });
  const { width } = probe(await (await post(call, form, "/api/v2/filter/resize?width=20")).bytes(), LIMITS);
  assertEquals(width, 20);
});

Deno.test("POST /api/v2/filter/{steps} rejects a form without exactly one file, or one that is malformed", async () => {
  await using call = await startApp();
  await assertError(await post(call, formOf({ strength: "3" })), "missing_parameter");
  await assertError(await post(call, formOf({ image: "text" })), "invalid_parameter");
  const twice = formOf({ image: new Blob([PICTURE]) });
  twice.append("image", new Blob([PICTURE.slice(0, 1000)]));
  await assertError(await post(call, twice), "invalid_parameter");
  await assertError(await post(call, formOf({ image: new Blob([]) })), "missing_parameter");
  const type = { "content-type": "multipart/form-data; boundary=x" };
  await assertError(await post(call, "garbage", undefined, type), "bad_request");
  await assertError(await post(call, formOf({ image: new Blob([PICTURE]), format: "bmp" })), "invalid_parameter");
});

Deno.test("POST /api/v2/filter/{steps} ignores empty fields and takes a field for an empty parameter", async () => {
  await using call = await startApp();
  const form = (strength: string) => formOf({ image: new Blob([PICTURE]), strength, width: "", format: "" });
  const describe = async (path: string, strength: string) => {
    const response = await post(call, form(strength), path);
    await response.body?.cancel();
    return [response.status, response.headers.get("x-filter")];
  };
  assertEquals(await describe("/api/v2/filter/blur", ""), [200, "blur; strength=5"]);
  assertEquals(await describe("/api/v2/filter/blur?strength=", "3"), [200, "blur; strength=3"]);
  assertEquals(await describe("/api/v2/filter/blur?strength=2", ""), [200, "blur; strength=2"]);
});

Deno.test("POST /api/v2/filter/{steps} rejects an empty body, other data and wrong parameters", async () => {
  await using call = await startApp();
  await assertError(await post(call, ""), "missing_parameter");
  await assertError(await post(call, "<html>"), "unsupported_format");
  await assertError(await post(call, PICTURE.slice(0, 40)), "broken_image");
  await assertError(await post(call, PICTURE, "/api/v2/filter/blur?strength=900"), "invalid_parameter");
  await assertError(await post(call, PICTURE, "/api/v2/filter/swirl"), "unknown_type");
});

Deno.test("POST /api/v2/filter/{steps} reports how many bytes an empty image has", async () => {
  await using call = await startApp();
  for (const body of ["", formOf({ image: new Blob([]) })]) {
    const { message } = await (await post(call, body)).json();
    assertEquals(message, 'Cannot read "image": must be an image file in the body of the request, got 0 bytes');
  }
});

Deno.test("POST /api/v2/filter/{steps} says where a URL belongs if the body has one", async () => {
  await using call = await startApp();
  const url = "https://a.example/b.png";
  const bodies = [JSON.stringify({ image: url }), ` {\n"image": "${url}"}`, `image=${url}`, url];
  for (const body of [...bodies, formOf({ image: url })]) {
    const { code, message, details } = await (await post(call, body)).json();
    assertEquals([code, details.parameter], ["invalid_parameter", "image"]);
    assertStringIncludes(message, "belongs in the query of a GET request, as in ?image=https://");
  }
});

Deno.test("POST /api/v2/filter/{steps} ignores if-none-match, which is for GET and HEAD", async () => {
  await using call = await startApp();
  const response = await post(call, PICTURE, undefined, { "if-none-match": "*" });
  assertEquals([response.status, response.headers.get("content-type")], [200, "image/png"]);
  assert((await response.bytes()).length > 1000);
});

Deno.test("POST /api/v2/filter/{steps} rejects a declared length over the limit without reading the body", async () => {
  await using call = await startApp({ MAX_SOURCE_BYTES: "2048" });
  let pulls = 0;
  const body = new ReadableStream({ pull: () => void pulls++ }, { highWaterMark: 0 });
  const response = await post(call, body, undefined, { "content-length": "2049" });
  const { message, details } = await response.json();
  assertEquals([response.status, details], [413, { limit: 2048, got: 2049 }]);
  assertEquals(message, "Cannot accept the image: must have at most 2,048 bytes, got 2,049");
  assertEquals(pulls, 0);
});

Deno.test("POST /api/v2/filter/{steps} stops reading on the chunk that exceeds the limit", async () => {
  await using call = await startApp({ MAX_SOURCE_BYTES: "2048" });
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1000;
      controller.enqueue(new Uint8Array(1000));
    },
  }, { highWaterMark: 0 });
  await assertError(await post(call, body), "payload_too_large");
  assertEquals(sent, 3000);
  await assertError(await post(call, formOf({ image: new Blob([new Uint8Array(3000)]) })), "payload_too_large");
});

Deno.test("POST /api/v2/filter/{steps} rejects an upload that takes too long", async () => {
  await using call = await startApp({}, { uploadTimeoutMs: 100 });
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: () => new Promise(() => {}),
    cancel: () => void (cancelled = true),
  });
  assertEquals(await assertError(await post(call, body), "request_timeout"), { limit: 100 });
  assert(cancelled);
});

Deno.test("POST /api/v2/filter/{steps} reads four uploads of a client at once, and 64 slow ones block nobody else", async () => {
  await using call = await startApp({ TRUST_PROXY: "1" });
  const others = Promise.withResolvers<void>();
  const slow = (end: Promise<void>) =>
    new ReadableStream<Uint8Array>({ pull: (controller) => end.then(() => controller.close()) });
  const as = (client: number) => ({ "x-forwarded-for": `192.0.2.${client}` });
  const uploads = Array.from({ length: 64 }, (_, at) => post(call, slow(others.promise), undefined, as(at % 8)));
  const [uptime, filtered] = await Promise.all([
    call("/api/v1/uptime", { headers: as(100) }),
    post(call, PICTURE, undefined, as(100)),
  ]);
  assertEquals([uptime.status, filtered.status], [200, 200]);
  for (const response of [uptime, filtered]) await response.body?.cancel();
  others.resolve();
  for (const upload of uploads) await assertError(await upload, "missing_parameter");
  const end = Promise.withResolvers<void>();
  const four = Promise.withResolvers<void>();
  let read = 0;
  const many = Array.from({ length: 12 }, async () => {
    const pull = (controller: ReadableStreamDefaultController) => {
      if (++read === 4) four.resolve();
      return end.promise.then(() => controller.close());
    };
    const response = await post(call, new ReadableStream({ pull }, { highWaterMark: 0 }), undefined, as(1));
    await response.body?.cancel();
    return response.status;
  });
  await four.promise;
  // Nothing else of the client is read before one of them has ended.
  await setImmediate();
  assertEquals(read, 4);
  end.resolve();
  assertEquals(await Promise.all(many), Array(12).fill(400));
  assertEquals(read, 12);
});

Deno.test("POST is allowed for the filters of v2 only, and OPTIONS says so", async () => {
  await using call = await startApp();
  for (const path of ["/api/v1/filter/invert", "/api/v2/random/animal/cat", "/"]) {
    const response = await call(path, { method: "POST", body: PICTURE });
    assertEquals([response.status, response.headers.get("allow")], [405, "GET, HEAD, OPTIONS"], path);
    await response.body?.cancel();
  }
  for (const method of ["PUT", "DELETE", "OST"]) {
    const response = await call("/api/v2/filter/invert", { method });
    assertEquals([response.status, response.headers.get("allow")], [405, "GET, HEAD, POST, OPTIONS"], method);
    await response.body?.cancel();
  }
  const preflight = await call("/api/v2/filter/invert", {
    method: "OPTIONS",
    headers: { origin: "https://a.example", "access-control-request-method": "POST" },
  });
  assertEquals(preflight.headers.get("access-control-allow-methods"), "GET, HEAD, POST, OPTIONS");
});

Deno.test("POST /api/v2/filter/{steps} costs six points or more, and does not read the body of a client without any", async () => {
  await using call = await startApp({ RATE_LIMIT: "12" });
  const first = await post(call, PICTURE);
  assertEquals([first.status, Number(/r=(\d+)/.exec(first.headers.get("ratelimit") ?? "")?.[1]) <= 6], [200, true]);
  await first.body?.cancel();
  for (let i = 0; i < 6; i++) await (await call("/api/v1/uptime")).body?.cancel();
  let pulls = 0;
  const body = new ReadableStream({ pull: () => void pulls++ }, { highWaterMark: 0 });
  await assertError(await post(call, body), "rate_limited");
  assertEquals(pulls, 0);
});

Deno.test("POST /api/v2/filter/{steps} answers a picture that costs more than the client has, and then charges its bytes", async () => {
  await using call = await startApp({ RATE_LIMIT: "12" });
  // Bytes behind the end of a picture are ignored, but they were received.
  const body = new Blob([PICTURE, writeChunk("teSt", new Uint8Array(5_000_000))]);
  const first = await post(call, body);
  assertEquals([first.status, first.headers.get("ratelimit")?.includes("r=0")], [200, true]);
  await first.body?.cancel();
  const second = await post(call, body);
  // Of 12 points, 6 were taken and 10 charged, or more if this machine is slow: 5 to 13 are missing.
  const seconds = Number(second.headers.get("retry-after"));
  assert(seconds >= 25 && seconds <= 65, `${seconds} s`);
  await assertError(second, "rate_limited");
});

Deno.test("POST /api/v2/filter/{steps} refuses a file whose decoder needs far more memory than its pixels, and works on", async () => {
  await using call = await startApp();
  const hostile = createGroupedWebp(512);
  const refused = Array.from({ length: 4 }, () => post(call, hostile, "/api/v2/filter/invert?format=jpeg"));
  for (const response of refused) {
    const { unit, limit, got } = await assertError(await response, "too_expensive");
    assertEquals([unit, Number(got) > Number(limit), Number(limit) < 60_000_000], ["bytes", true, true]);
  }
  const next = await post(call, PICTURE);
  assertEquals(next.status, 200);
  await next.body?.cancel();
});
