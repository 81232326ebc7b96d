import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { drawErrorSign, drawStatusSign } from "../error_sign.ts";
import { renderPixels } from "../../images/tests/rasterizer.ts";

/** The statuses with an animal of their own. */
const STATUSES = [400, 401, 403, 404, 405, 408, 412, 413, 414, 416, 422, 429, 500, 502, 503, 504];

/** Returns the lines of a sign: the code, then those of the message. */
function readLines(svg: string): { readonly text: string; readonly y: number; readonly size: number }[] {
  return [...svg.matchAll(/<text x="256" y="(\d+)" font-size="(\d+)"[^>]*>([^<]*)<\/text>/g)].map((
    [, y, size, text],
  ) => ({ text: unescape(text!), y: Number(y), size: Number(size) }));
}

function unescape(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

Deno.test("drawErrorSign() draws an animal of its own for every known status, and the same one every time", () => {
  const animals = STATUSES.map((status) => {
    const svg = drawErrorSign({ status, code: "not_found" });
    assertEquals(drawErrorSign({ status, code: "not_found" }), svg);
    assert(svg.includes(`<title>${status} not_found</title>`));
    // A document that the rasterizer accepts is well-formed.
    assertEquals(renderPixels(svg, 32).height, 32);
    return svg.slice(svg.indexOf("</title>"), svg.indexOf('rx="26"'));
  });
  assertEquals(new Set(animals).size, STATUSES.length);
});

Deno.test("drawErrorSign() shows all of a message in lines that are inside of the sign", () => {
  const messages = [
    "The file has changed",
    'Cannot read "strength": must be a number from 1 to 256, got "900"',
    `Cannot fetch the image: https://x.example/${"path/".repeat(8)}picture.png?a=1&b=2 <refused>`,
    "W".repeat(120),
    "图像处理超时请稍后再试".repeat(10),
    "a ".repeat(60).trim(),
  ];
  for (const message of messages) {
    const [code, ...lines] = readLines(drawErrorSign({ status: 422, code: "broken_image", message }));
    assertEquals(code!.text, "broken_image");
    assertEquals(lines.map(({ text }) => text).join("").replaceAll(" ", ""), message.replaceAll(" ", ""));
    for (const { y, size } of lines) assert(y - size > code!.y - 4 && y + size * .3 < 490, `${y} ${size} ${message}`);
    // Ten digits have the same width in every font: between half and two thirds of its size each.
    for (const { text, size } of lines) assert(Array.from(text).length * size * .33 < 420, text);
  }
});

Deno.test("drawErrorSign() shortens a message to 120 characters", () => {
  const [, ...lines] = readLines(drawErrorSign({ status: 400, code: "x", message: "🐈".repeat(500) }));
  const text = lines.map((line) => line.text).join("");
  assertEquals(Array.from(text).length, 120);
  assert(text.endsWith("🐈…"));
});

Deno.test("drawErrorSign() escapes texts and replaces what XML cannot contain", () => {
  const message = "<script>alert(1)</script> & ]]> \0\x1b\u202e\ud800\uffff \"'";
  const svg = drawErrorSign({ status: 404, code: "<b>", message });
  assertMatch(svg, /\ufffd\ufffd\u202e\ufffd\ufffd/);
  assertNotMatch(svg, /<script|<b>|\]\]>|&(?!amp;|lt;|gt;)/);
  // deno-lint-ignore no-control-regex -- the characters that must be missing
  assertNotMatch(svg, /[\0-\x1f\ud800\uffff]/u);
  assertMatch(svg, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  assertEquals(renderPixels(svg, 32).height, 32);
});

Deno.test("drawStatusSign() draws the letters of the reason, so that it needs no font", () => {
  const toShapes = (reason: string) =>
    [...drawStatusSign(404, reason).matchAll(/d="([^"]+)" fill="none" stroke="#33263a" stroke-width="17"/g)].slice(3)
      .map(([, shape]) => shape);
  const [a, b] = toShapes("ab");
  assertEquals(toShapes("Ba B"), [b, a, b]);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  assertEquals(new Set(toShapes(alphabet)).size, alphabet.length);
  assertNotMatch(drawStatusSign(404, "Not Found"), /<text/);
});

/** The drawn characters: where each begins, its right edge at most, and its scale. */
function readLetters(svg: string): { readonly left: number; readonly right: number; readonly top: number }[] {
  return [
    ...svg.matchAll(/translate\(([\d.]+) (\d+)\) scale\(([\d.]+)\)"><path d="[^"]+" fill="none" stroke="#33263a"/g),
  ]
    .map(([, x, y, scale]) => ({ left: Number(x), right: Number(x) + 72 * Number(scale), top: Number(y) }));
}

Deno.test("drawStatusSign() draws long reasons in two lines, inside of the sign", () => {
  const lines = {
    "OK": 1,
    "Not Acceptable": 1,
    "Unprocessable Entity": 2,
    "Non-Authoritative Information": 2,
    "Network Authentication Required": 2,
    "Request Header Fields Too Large": 2,
    "Unfortunatelyimpossible": 1,
  };
  for (const [reason, count] of Object.entries(lines)) {
    const [, , , ...letters] = readLetters(drawStatusSign(431, reason));
    assertEquals(letters.length, reason.replaceAll(" ", "").length, reason);
    assertEquals(new Set(letters.map(({ top }) => top)).size, count, reason);
    for (const { left, right } of letters) assert(left > 40 && right < 480, `${reason} ${left} ${right}`);
  }
});

Deno.test("drawStatusSign() shows a teapot instead of a sign for 418", () => {
  const [teapot, sign] = [drawStatusSign(418, "I'm a teapot"), drawStatusSign(404, "Not Found")];
  assertEquals([teapot.includes('rx="26"'), sign.includes('rx="26"')], [false, true]);
  assertEquals(renderPixels(teapot, 32).height, 32);
});
