import { assert, assertEquals, assertRejects } from "@std/assert";
import { parseUploadForm } from "@/lib/filters/upload.ts";
import { ApiError } from "@/lib/http/errors.ts";

const BOUNDARY = "----x42";
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Bytes that are no valid UTF-8, with line ends and dashes among them. */
const FILE = "\xa9PNG\r\n\x1a\n\0--\r\n--\r\n\r\n\xff\xfe";

function part(disposition: string, content: string, headers = ""): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`;
}

const file = (content = FILE, name = "image") =>
  part(`name="${name}"; filename="cat.png"`, content, "Content-Type: image/png\r\n");

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function toLatin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

/** Closes a form, and returns its file and its fields. */
async function parse(parts: string, { type = TYPE, end = `--${BOUNDARY}--\r\n` } = {}) {
  const { image, fields } = await parseUploadForm(toBytes(parts + end), type);
  return { image: toLatin1(image), fields: Object.fromEntries(fields) };
}

async function codeOf(parts: string, options?: Parameters<typeof parse>[1]): Promise<string> {
  return (await assertRejects(() => parse(parts, options), ApiError)).code;
}

/** The start of the message of every malformed form. */
const MALFORMED = 'Cannot read the form: must be valid "multipart/form-data", but ';

async function assertMalformed(
  parts: string,
  reason: string,
  options?: Parameters<typeof parse>[1],
): Promise<void> {
  const { code, message } = await assertRejects(() => parse(parts, options), ApiError);
  assertEquals([code, message], ["bad_request", MALFORMED + reason]);
}

Deno.test("parseUploadForm() reads the file byte by byte, and the known fields before and after it", async () => {
  const body = part('name="strength"', "3") + file() + part('name="format"', "webp") + part('name="album"', "red");
  assertEquals(await parse(body), { image: FILE, fields: { strength: "3", format: "webp" } });
});

Deno.test("parseUploadForm() reads every field that is a parameter, and no other", async () => {
  const names = ["strength", "format", "width", "height", "fit"];
  const body = names.map((name) => part(`name="${name}"`, name)).join("") + file();
  assertEquals(Object.keys((await parse(body)).fields), names);
  assertEquals((await parse(part('name="__proto__"', "x") + file())).fields, {});
});

Deno.test("parseUploadForm() reads what a browser sends", async () => {
  const form = new FormData();
  form.append("strength", "3");
  form.append("image", new File([toBytes(FILE)], 'Katze "ü" \u{1f431}.png', { type: "image/png" }));
  form.append("fit", "cover");
  const response = new Response(form);
  const type = response.headers.get("content-type")!;
  const { image, fields } = await parseUploadForm(new Uint8Array(await response.arrayBuffer()), type);
  assertEquals([toLatin1(image), [...fields]], [FILE, [["strength", "3"], ["fit", "cover"]]]);
});

Deno.test("parseUploadForm() reads what curl -F image=@cat.png -F strength=3 sends", async () => {
  const boundary = "------------------------OLxkF0b7V8o5CwHzD2aTqm";
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="cat.png"\r\n` +
    `Content-Type: image/png\r\n\r\n${FILE}\r\n` +
    `--${boundary}\r\nContent-Disposition: form-data; name="strength"\r\n\r\n3\r\n--${boundary}--\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;
  assertEquals(await parse(body, { type, end: "" }), { image: FILE, fields: { strength: "3" } });
});

Deno.test("parseUploadForm() reads what Python's requests sends: fields first, no type of the file", async () => {
  const boundary = "0b2a8e4f6c1d4b7e9a3f5d6c7b8a9e0f";
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="strength"\r\n\r\n3\r\n` +
    `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="cat.png"\r\n\r\n${FILE}\r\n--${boundary}--\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;
  assertEquals(await parse(body, { type, end: "" }), { image: FILE, fields: { strength: "3" } });
});

Deno.test("parseUploadForm() reads what .NET and Java send: names without quotes, headers in any order and case", async () => {
  const body = `--${BOUNDARY}\r\nCONTENT-TYPE: image/png\r\nContent-Length: 9\r\n` +
    `content-disposition:form-data;name=image;filename=cat.png;filename*=utf-8''cat.png\r\n\r\n${FILE}\r\n` +
    `--${BOUNDARY}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=strength\r\n\r\n3\r\n`;
  assertEquals(await parse(body), { image: FILE, fields: { strength: "3" } });
});

Deno.test("parseUploadForm() reads the boundary with and without quotes, next to other parameters", async () => {
  for (
    const type of [
      `multipart/form-data; boundary="${BOUNDARY}"`,
      `multipart/form-data;boundary=${BOUNDARY}; charset=utf-8`,
      `Multipart/Form-Data; charset=utf-8; Boundary=${BOUNDARY}`,
      `multipart/form-data; charset="utf-8";  BOUNDARY="${BOUNDARY}"`,
    ]
  ) assertEquals((await parse(file(), { type })).image, FILE, type);
  const body = file().replaceAll(BOUNDARY, "a b:'()+_,-./=?");
  const type = `multipart/form-data; boundary="a b:'()+_,-./=?"`;
  assertEquals((await parse(body, { type, end: "--a b:'()+_,-./=?--" })).image, FILE);
});

Deno.test("parseUploadForm() rejects a type without a boundary, or with one that is too long", async () => {
  const types = ["multipart/form-data", "multipart/form-data; boundary=", 'multipart/form-data; boundary=""'];
  for (const type of types) await assertMalformed(file(), "its `content-type` must state the boundary", { type });
  assertEquals(await codeOf(file(), { type: `multipart/form-data; boundary="${"x".repeat(71)}"` }), "bad_request");
});

Deno.test("parseUploadForm() accepts a single file under any field name", async () => {
  for (const name of ["file", "", "upload[]", "Datei_\xc3\xbc", "strength"]) {
    assertEquals(await parse(file(FILE, name)), { image: FILE, fields: {} }, name);
  }
  assertEquals((await parse(part('name="image"', "text") + file(FILE, "file"))).image, FILE);
});

Deno.test("parseUploadForm() rejects two files, a text instead of a file, and a form without both", async () => {
  const twice = await assertRejects(() => parse(file() + file(FILE, "other")), ApiError);
  assertEquals([twice.code, twice.details], ["invalid_parameter", { parameter: "image", value: "2 files" }]);
  const text = await assertRejects(() => parse(part('name="image"', "https://a.example/cat.png")), ApiError);
  assertEquals(text.code, "invalid_parameter");
  assert(text.message.includes("must be a file, got") || text.message.includes("https://a.example"), text.message);
  for (const parts of [part('name="strength"', "3"), part('name="image"', ""), ""]) {
    assertEquals(await codeOf(parts), "missing_parameter", parts);
  }
});

Deno.test("parseUploadForm() returns an empty file as empty, as browsers send it without a choice", async () => {
  const none = part('name="image"; filename=""', "", "Content-Type: application/octet-stream\r\n");
  assertEquals(await parse(none + part('name="strength"', "")), { image: "", fields: { strength: "" } });
});

Deno.test("parseUploadForm() ignores an empty file next to a chosen one, wherever it is", async () => {
  const none = part('name="image"; filename=""', "", "Content-Type: application/octet-stream\r\n");
  for (const body of [none + file(FILE, "other"), file(FILE, "other") + none, none + none + file()]) {
    assertEquals((await parse(body)).image, FILE);
  }
});

Deno.test("parseUploadForm() accepts 16 parts and rejects 17", async () => {
  const parts = (count: number) => file() + part('name="x"', "").repeat(count - 1);
  assertEquals((await parse(parts(16))).image, FILE);
  await assertMalformed(parts(17), "it must have at most 16 parts");
});

Deno.test("parseUploadForm() accepts headers of a part up to 4 KB", async () => {
  const padded = (length: number) => part('name="image"; filename="cat.png"', FILE, `X: ${"x".repeat(length)}\r\n`);
  assertEquals((await parse(padded(4000))).image, FILE);
  await assertMalformed(padded(4096), "the headers of a part must have at most 4096 bytes");
});

Deno.test("parseUploadForm() rejects a part without a name or valid headers", async () => {
  await assertMalformed(part('filename="cat.png"', FILE), "a part has no name");
  await assertMalformed(`--${BOUNDARY}\r\nContent-Type: image/png\r\n\r\n${FILE}\r\n`, "a part has no name");
  await assertMalformed(
    `--${BOUNDARY}\r\nContent-Disposition: attachment; name="image"\r\n\r\nx\r\n`,
    "a part has no name",
  );
  await assertMalformed(`--${BOUNDARY}\r\n\r\n${FILE}\r\n`, "a part has no name");
  await assertMalformed(`--${BOUNDARY}garbage\r\n`, "a part has no valid headers");
});

Deno.test("parseUploadForm() does not take a part of a file name for a name, or of a name for a file", async () => {
  const tricky = part('filename="a; name=x; b.png"; name="image"', FILE);
  assertEquals((await parse(tricky + part('name="strength"', "3"))).image, FILE);
  assertEquals(await codeOf(part('name="a; filename=b"', FILE)), "missing_parameter");
});

Deno.test("parseUploadForm() rejects a form without its first or last boundary", async () => {
  await assertMalformed(file(), "its last boundary is missing", { end: "" });
  await assertMalformed(file(), "its last boundary is missing", { end: `--${BOUNDARY.slice(0, -1)}` });
  await assertMalformed(file(), "a part has no valid headers", { end: `--${BOUNDARY}` });
  for (const body of ["garbage", "", `-${file()}`]) assertEquals(await codeOf(body, { end: "" }), "bad_request", body);
  await assertMalformed(file().replaceAll("\r\n", "\n"), "a part has no valid headers", { end: `--${BOUNDARY}--` });
});

Deno.test("parseUploadForm() ignores what comes before the first and after the last boundary (RFC 2046)", async () => {
  assertEquals((await parse(file(), { end: `--${BOUNDARY}--` })).image, FILE);
  assertEquals((await parse(file(), { end: `--${BOUNDARY}--\r\nepilogue\r\n--${BOUNDARY}\r\n` })).image, FILE);
  assertEquals((await parse(`\r\n${file()}`)).image, FILE);
  assertEquals((await parse(`preamble\r\n${file()}`)).image, FILE);
  assertEquals((await parse(file().replace(BOUNDARY, `${BOUNDARY} \t`))).image, FILE);
});

Deno.test("parseUploadForm() finds the end of the file and the fields around it wherever they are", async () => {
  const before = part('name="strength"', "3"), after = part('name="format"', "webp");
  const edges = [0, 1, 100, 8000, 16_000, 16_200, 20_000, 32_000, 33_000, 50_000, 500_000];
  // Every offset within a step of the search.
  for (let size = 200; size < 200 + 2 * `\r\n--${BOUNDARY}`.length; size++) edges.push(size);
  for (const size of edges) {
    const content = "\r\n--".repeat(size).slice(0, size);
    const body = new TextEncoder().encode(`${before}${file(content)}${after}--${BOUNDARY}--`);
    const { image, fields } = await parseUploadForm(body, TYPE);
    assert(toLatin1(image) === content, `${size} bytes`);
    assertEquals([...fields], [["strength", "3"], ["format", "webp"]]);
  }
});

Deno.test("parseUploadForm() finds fields of up to 16 KiB before, between and after large files", async () => {
  const large = file("\0".repeat(60_000));
  const ignored = part('name="note"', "\0".repeat(16_384));
  const fit = part('name="fit"', "x".repeat(16_384));
  const strength = part('name="strength"', "9");
  for (const body of [ignored + strength + large + fit, large + strength + ignored + fit, fit + large + strength]) {
    const { image, fields } = await parse(body);
    assertEquals([image.length, fields.strength, fields.fit?.length], [60_000, "9", 16_384]);
  }
});

Deno.test("parseUploadForm() ends the file at a boundary that starts a line, and at no other", async () => {
  const content = `${FILE}x--${BOUNDARY}\r\n\n--${BOUNDARY}\r--${BOUNDARY}\r\n-${BOUNDARY}\r\n--${
    BOUNDARY.slice(0, -1)
  }`;
  assertEquals((await parse(file(content))).image, content);
  const large = "\0".repeat(50_000);
  const next = `${large}\r\n--${BOUNDARY}\r\n${large}`;
  await assertMalformed(file(next), "the headers of a part must have at most 4096 bytes");
});

Deno.test("parseUploadForm() rejects a second file, however large both are", async () => {
  const large = "\0".repeat(20_000);
  for (const body of [file(large) + file(large), file(large) + file("x"), file("x") + file(large)]) {
    assertEquals(await codeOf(body), "invalid_parameter");
  }
});

Deno.test("parseUploadForm() copies nothing: the file is a part of the body", async () => {
  const start = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="x"\r\n\r\n`;
  const end = `\r\n--${BOUNDARY}--`;
  const body = new Uint8Array(20_000_000);
  body.set(toBytes(start));
  body.set(toBytes(end), body.length - end.length);
  const { image } = await parseUploadForm(body, TYPE);
  assertEquals([image.buffer === body.buffer, image.length], [true, body.length - start.length - end.length]);
});
