import { assertEquals } from "@std/assert";
import { matchWord, toTyped } from "@/static/words.js";

const VOCABULARY = ["cat", "cats", "avatar", "blur", "update", "updater", "8ball", "größe"];

function match(typed: string, synonyms = {}): string[] {
  return [...matchWord(typed, { vocabulary: VOCABULARY, synonyms }).keys()];
}

Deno.test("matchWord() tolerates one wrong, missing, added or swapped letter", () => {
  for (const typed of ["avatxr", "avtar", "avvatar", "vaatar", "avatarr", "xvatar"]) {
    assertEquals(match(typed), ["avatar"], typed);
  }
  for (const typed of ["avtr", "aavvatar", "ratava"]) assertEquals(match(typed), [], typed);
});

Deno.test("matchWord() tolerates nothing in short words, nor in words that are known", () => {
  for (const typed of ["cst", "blux"]) assertEquals(match(typed), [], typed);
  assertEquals(match("cats"), ["cat", "cats"]);
});

Deno.test("matchWord() takes no word of five letters for another one", () => {
  const vocabulary = ["reach", "trust", "must", "per", "light"];
  const matchAll = (typed: string) => [...matchWord(typed, { vocabulary, synonyms: {} }).keys()];
  for (const typed of ["react", "rust", "perl", "night"]) assertEquals(matchAll(typed), [], typed);
  for (const typed of ["ligth", "lighht"]) assertEquals(matchAll(typed), ["light"], typed);
});

Deno.test("matchWord() finds the plural of a word in -y, and its singular", () => {
  const matchAll = (typed: string, word: string) => matchWord(typed, { vocabulary: [word], synonyms: {} }).size;
  assertEquals(matchAll("family", "families"), 1);
  assertEquals(matchAll("families", "family"), 1);
  assertEquals(matchAll("cookie", "cookies"), 1);
  assertEquals(matchAll("story", "store"), 0);
});

Deno.test("matchWord() finds other endings, and what begins with the word", () => {
  assertEquals(match("updates"), ["update", "updater"]);
  assertEquals(match("upd"), ["update", "updater"]);
  assertEquals(match("gröss"), []);
  assertEquals(match("8b"), ["8ball"]);
});

Deno.test("matchWord() finds names with a part or with more letters only if nothing else fits", () => {
  const names = ["kaomoji", "blur", "cat", "avatar"];
  const matchAll = (typed: string) => [...matchWord(typed, { vocabulary: VOCABULARY, names, synonyms: {} }).keys()];
  for (const [typed, name] of [["moji", "kaomoji"], ["vatar", "avatar"], ["blurrry", "blur"], ["blurry", "blur"]]) {
    assertEquals(matchAll(typed!), [name!], typed);
  }
  for (const typed of ["aom", "catalogue", "lion", ""]) assertEquals(matchAll(typed), typed === "" ? VOCABULARY : []);
});

Deno.test("matchWord() trusts the first letter more than others", () => {
  const fits = matchWord("bright", { vocabulary: ["right", "brightness"], synonyms: {} });
  assertEquals([...fits.keys()].toSorted((a, b) => fits.get(b)! - fits.get(a)!), ["brightness", "right"]);
});

Deno.test("matchWord() finds each of several meanings", () => {
  assertEquals(match("photo", { photo: "cat avatar" }), ["cat", "avatar"]);
});

Deno.test("matchWord() finds synonyms, and no properties of objects", () => {
  assertEquals(match("kittens", { kitten: "cat" }), ["cat"]);
  assertEquals(match("constructor"), []);
});

Deno.test("matchWord() prefers the same word to a synonym, another ending, a typo and a beginning", () => {
  const fitOf = (typed: string, word: string) =>
    matchWord(typed, { vocabulary: VOCABULARY, synonyms: { pet: "cat" } }).get(word)!;
  const fits = [
    fitOf("cat", "cat"),
    fitOf("pet", "cat"),
    fitOf("cat", "cats"),
    fitOf("avtar", "avatar"),
    fitOf("av", "avatar"),
  ];
  assertEquals(fits, fits.toSorted((a, b) => b - a));
  assertEquals(new Set(fits).size, fits.length);
});

Deno.test("toTyped() leaves out fillers, repetitions and what is too long", () => {
  assertEquals(toTyped("How do I BLUR a cat, a Cat?"), ["blur", "cat"]);
  assertEquals(toTyped("what is this"), []);
  assertEquals(toTyped("%&/ <>"), []);
  assertEquals(toTyped("a1 ".repeat(10_000)), ["a1"]);
  assertEquals(toTyped("x".repeat(10_000))[0]?.length, 100);
});
