import { assert, assertEquals } from "@std/assert";
import { measureText, wrapEvenly, wrapText } from "../wrap_text.ts";

Deno.test("measureText() is larger for wide characters and in proportion to the size", () => {
  assertEquals(measureText("ab", 20), 2 * measureText("ab", 10));
  assert(measureText("iii", 10) < measureText("aaa", 10) && measureText("aaa", 10) < measureText("图图图", 10));
  assertEquals(measureText("e\u0301", 10), measureText("e", 10));
});

Deno.test("wrapText() breaks between words, and inside of a word that is too long", () => {
  const width = measureText("aaaaa", 10);
  assertEquals(wrapText("aa bb cc", 10, width), ["aa bb", "cc"]);
  assertEquals(wrapText("aaaaaaaaaaaa bb", 10, width), ["aaaaa", "aaaaa", "aa bb"]);
  assertEquals(wrapText("  \n", 10, width), []);
});

Deno.test("wrapEvenly() has as many lines, but no short one at the end", () => {
  const width = measureText("The upload took longer than 30", 20);
  assertEquals(wrapText("The upload took longer than 30 s", 20, width).at(-1), "s");
  assertEquals(wrapEvenly("The upload took longer than 30 s", 20, width), ["The upload took", "longer than 30 s"]);
});
