import { assertEquals, assertMatch } from "@std/assert";
import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";

Deno.test("escapeUnsafe() leaves readable text as it is", () => {
  for (const text of ["", "plain ~!", "Grüße, 猫 🐱 é", "a\u00a0b"]) assertEquals(escapeUnsafe(text), text);
});

Deno.test("escapeUnsafe() escapes control, bidirectional, zero-width and invisible characters, and lone surrogates", () => {
  const ranges = [[0, 0x1f], [0x7f, 0x9f], [0x200b, 0x200f], [0x2028, 0x202e], [0x2060, 0x2064], [0x2066, 0x206f]];
  const codes = ranges.flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i)
  );
  for (const code of [...codes, 0xad, 0x61c, 0x180e, 0xfeff, 0xfff9, 0xd800, 0xdfff]) {
    const text = String.fromCodePoint(code);
    assertEquals(escapeUnsafe(`a${text}b`), `a\\u${code.toString(16).padStart(4, "0")}b`);
  }
  assertEquals(escapeUnsafe("\u{e0001}"), "\\udb40\\udc01");
});

Deno.test("escapeUnsafe() does not change the value of JSON", () => {
  const value = { text: "\x9b31m \u202e \u{e0041} \u2028", "\u200b": 1 };
  const json = escapeUnsafe(JSON.stringify(value));
  assertMatch(json, /^[\x20-\x7e]*$/);
  assertEquals(JSON.parse(json), value);
});

Deno.test("escapeUnsafe() keeps a joiner between two emoji, and no other", () => {
  const joined = [
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
    "\u{1f469}\u{1f3fd}\u200d\u{1f680}",
    "\u{1f3f3}\ufe0f\u200d\u{1f308}",
  ];
  for (const emoji of joined) assertEquals(escapeUnsafe(emoji), emoji);
  assertEquals(escapeUnsafe("\u{1f468}\u200d"), "\u{1f468}\\u200d");
  assertEquals(escapeUnsafe("\u{1f468}\u200d\u200d\u{1f469}"), "\u{1f468}\\u200d\\u200d\u{1f469}");
  assertEquals(escapeUnsafe("\u{1f468}\u202e\u{1f469}"), "\u{1f468}\\u202e\u{1f469}");
  assertEquals(escapeUnsafe("a\u200db\u200d\u{1f469}"), "a\\u200db\\u200d\u{1f469}");
});
