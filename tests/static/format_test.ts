import { assertEquals } from "@std/assert";
import { formatSize, quoteForShell, tokenizeJson } from "@/static/format.js";

Deno.test("quoteForShell() quotes URLs that a shell would interpret, and no others", () => {
  assertEquals(quoteForShell("http://paw.example/api/v1/version"), "http://paw.example/api/v1/version");
  assertEquals(quoteForShell("http://paw.example/?a=1&b=2"), "'http://paw.example/?a=1&b=2'");
  assertEquals(quoteForShell("http://paw.example/it's"), "'http://paw.example/it%27s'");
});

Deno.test("formatSize() returns bytes below 1 KB and kilobytes above", () => {
  assertEquals([0, 1023, 1024, 1536].map(formatSize), ["0 B", "1023 B", "1.0 KB", "1.5 KB"]);
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
