import { assertEquals } from "@std/assert";
import { didYouMean, distanceOf, suggestWord } from "@/lib/text/suggestion.ts";

Deno.test("suggestWord() returns the nearest word, whatever its case", () => {
  const kinds = ["cat", "dog", "fox", "fish", "alpaca", "bird"];
  for (
    const [word, meant] of [["cats", "cat"], ["Cat", "cat"], ["dgo", "dog"], ["alapca", "alpaca"], ["FISH", "fish"]]
  ) {
    assertEquals(suggestWord(word!, kinds), meant);
  }
  for (const word of ["", "cow", "unicorn", "猫", "x".repeat(1e6)]) assertEquals(suggestWord(word, kinds), undefined);
});

Deno.test("suggestWord() compares as strictly as its options say", () => {
  const words = ["format", "image"];
  assertEquals(["farmot", "FORMAT"].map((word) => suggestWord(word, words)), ["format", "format"]);
  const strict = { maxEdits: 1, toCompared: (text: string) => text };
  assertEquals(["farmot", "FORMAT", "fromat", "Image"].map((word) => suggestWord(word, words, strict)), [
    undefined,
    undefined,
    "format",
    "image",
  ]);
});

Deno.test("distanceOf() counts added, removed, replaced and swapped letters", () => {
  const pairs = [["blur", "blur"], ["blurr", "blur"], ["blr", "blur"], ["blor", "blur"], ["bulr", "blur"], ["", "ab"]];
  assertEquals(pairs.map(([word, other]) => distanceOf(word!, other!)), [0, 1, 1, 1, 1, 2]);
  assertEquals(distanceOf("kitten", "sitting"), 3);
});

Deno.test("didYouMean() is empty without a suggestion", () => {
  assertEquals([didYouMean("cat"), didYouMean(undefined)], ['; did you mean "cat"?', ""]);
});
