import { assertEquals, assertNotEquals } from "@std/assert";
import { normalizeName, tidyName } from "../name.ts";

Deno.test("normalizeName() ignores case, blanks at the ends and repeated blanks", () => {
  for (
    const name of ["Ada Lovelace", " ada lovelace", "ADA  LOVELACE ", "Ada\tLovelace\n", "ada\u00a0\u3000lovelace"]
  ) {
    assertEquals(normalizeName(name), "ada lovelace");
  }
  assertNotEquals(normalizeName("AdaLovelace"), normalizeName("Ada Lovelace"));
});

Deno.test("tidyName() takes exactly the blanks of Unicode 17 for blanks", () => {
  const found = [];
  for (let code = 0; code < 0x11000; code++) {
    const character = String.fromCodePoint(code);
    if (tidyName(`${character}a${character}${character}b${character}`) === "a b") found.push(code);
  }
  const spaces = Array.from({ length: 11 }, (_, i) => 0x2000 + i);
  assertEquals(found, [9, 10, 11, 12, 13, 32, 0xa0, 0x1680, ...spaces, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000]);
});

Deno.test("normalizeName() composes letters", () => {
  assertEquals(normalizeName("Zoe\u0308"), "zoë");
  assertEquals(normalizeName("ZOË"), "zoë");
  assertEquals(normalizeName("\u1112\u1161\u11ab"), "한");
});

Deno.test("normalizeName() ignores invisible characters", () => {
  const invisible = ["\u00ad", "\u061c", "\u180e", "\u200b", "\u200c", "\u200d", "\u200e", "\u202e", "\u2060", "\u2066"]
    .concat("\ufeff", "\ufff9", "\u{1d173}", "\u{e0001}", "\u{e0067}");
  for (const each of [...invisible, invisible.join("")]) {
    for (const name of [`${each}Ada`, `Ada${each}`, `A${each}da`]) assertEquals(normalizeName(name), "ada", name);
    assertEquals(normalizeName(each), "");
  }
  assertEquals(normalizeName("e\u200b\u0308"), "ë");
});

Deno.test("normalizeName() keeps the joiners and tags that words and emoji consist of", () => {
  const names = [
    "می\u200cخواهم",
    "क्\u200dष",
    "ශ්\u200dරී",
    "ᠬ\u180eᠠ",
    "👩🏽\u200d🚀",
    "❤️\u200d🔥",
    "🏴\u{e0067}\u{e0062}\u{e007f}",
  ];
  for (const name of names) {
    assertEquals(normalizeName(name), name);
    assertEquals(normalizeName(`\u200b${name}\u200d`), name);
  }
  assertEquals(normalizeName("می\u200c\u200b\u200cخواهم"), "می\u200cخواهم");
  assertEquals(normalizeName("👩\u200c🚀"), "👩🚀");
});

Deno.test("normalizeName() leaves the rest as it is", () => {
  for (const name of ["🐈", "عدا", "a/b", "..", "ada+grace", "\ud800"]) {
    assertEquals(normalizeName(name), name);
  }
  assertEquals(normalizeName(" \t "), "");
});

Deno.test("normalizeName() changes nothing the second time", () => {
  for (let code = 0; code < 0x11000; code++) {
    const name = normalizeName(`a${String.fromCodePoint(code)}b`);
    assertEquals(normalizeName(name), name);
  }
});

Deno.test("tidyName() keeps the tags of a flag, but not many that end nowhere", () => {
  const england = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
  assertEquals(tidyName(england), england);
  assertEquals(tidyName(`\u{1f3f4}${"\u{e0020}".repeat(150)}`), "\u{1f3f4}");
});

Deno.test("tidyName() and normalizeName() compose 64 letters, whatever they consist of", () => {
  for (const letter of ["\u00eb", "\u1ec7", "\u1f82", "\ud55c", "\u{1109a}", "\u{16d6a}"]) {
    const name = letter.repeat(64);
    const decomposed = name.normalize("NFD");
    assertEquals([tidyName(` ${decomposed} `), normalizeName(decomposed), tidyName(`${decomposed}.jpeg`)], [
      name,
      name,
      `${name}.jpeg`,
    ]);
  }
});

Deno.test("tidyName() and normalizeName() do not compose what is many times too long", () => {
  // In quadratic time, if they did: the accents have to change places.
  const name = `a${"\u0301".repeat(14_500)}${"\u0327".repeat(14_500)}`;
  for (const each of [tidyName, normalizeName]) assertEquals(each(name), name);
});
