import { assertEquals } from "@std/assert";
import { formatSize, tokenizeJson } from "@/static/format.js";

Deno.test("formatSize() chooses bytes, kilobytes or megabytes", () => {
  assertEquals([0, 1023, 1024, 1536, 9_437_184].map(formatSize), ["0 B", "1023 B", "1.0 KB", "1.5 KB", "9.0 MB"]);
});

Deno.test("tokenizeJson() distinguishes keys from strings and preserves the text", () => {
  const json = JSON.stringify({ key: 'a "quoted": b', list: [-1.5e-7, true, null] }, null, 2);
  const tokens = tokenizeJson(json);
  assertEquals(tokens.map(({ text }) => text).join(""), json);
  assertEquals(tokens.filter(({ kind }) => kind !== undefined).map(({ text, kind }) => `${kind} ${text}`), [
    'k "key"',
    's "a \\"quoted\\": b"',
    'k "list"',
    "n -1.5e-7",
    "b true",
    "b null",
  ]);
});
