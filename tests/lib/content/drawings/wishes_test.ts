import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ANIMALS, TRAITS } from "@pawkit/animals";
import { TRAIT_PARAMETERS } from "@/lib/content/parameters.ts";
import { DEFAULT_VARIANT, toSuffix } from "@/lib/content/drawings/variant.ts";
import { findKinds, parseWishes } from "@/lib/content/drawings/wishes.ts";
import { ApiError } from "@/lib/http/errors.ts";

type Kind = typeof ANIMALS[number];

function parse(query: string, kind?: Kind) {
  return parseWishes(new URLSearchParams(query), kind);
}

/** Returns what the error for a query says. */
function refuse(query: string, kind?: Kind) {
  const { status, code, message, details } = assertThrows(() => parse(query, kind), ApiError);
  assertEquals([status, code], [400, "invalid_parameter"], query);
  return { message, details: details as { parameter: string; value: string; allowed: readonly string[] } };
}

Deno.test("parseWishes() reads every value of every trait, with blanks or dashes, and toSuffix() writes it", () => {
  for (const kind of ANIMALS) {
    for (const [name, values] of Object.entries(TRAITS[kind])) {
      for (const words of values) {
        for (const text of [words.replaceAll(" ", "-"), encodeURIComponent(words), words.replaceAll(" ", "+")]) {
          assertEquals(parse(`${name}=${text}`, kind).traits, { [name]: words });
        }
        const suffix = toSuffix({ ...DEFAULT_VARIANT, ...parse(`${name}=${words}`, kind) });
        assertEquals(suffix, `.png?${name}=${words.replaceAll(" ", "-")}`);
        assertEquals(parse(suffix.slice(5), kind).traits, { [name]: words });
        assertEquals(findKinds({ traits: { [name]: words } }).includes(kind), true);
      }
    }
  }
});

Deno.test("parseWishes() returns the same for traits in any order, and nothing for empty ones", () => {
  const [one, other] = [parse("mood=happy&coat=grey", "cat"), parse("coat=grey&mood=happy", "cat")];
  assertEquals(toSuffix({ ...DEFAULT_VARIANT, ...one }), toSuffix({ ...DEFAULT_VARIANT, ...other }));
  assertEquals(parse("wears=&coat=&background=&fins=", "cat"), { traits: undefined, background: undefined });
  assertEquals(parse("wears=&wears=crown", "cat").traits, { wears: "crown" });
  assertEquals(parse("__proto__=x&constructor=y&toString=z", "cat").traits, undefined);
});

Deno.test("parseWishes() rejects values that a kind does not have, with those that it has", () => {
  const wrong = [
    "Crown",
    "CROWN",
    " crown",
    "crown ",
    "fez",
    "👑",
    "__proto__",
    "constructor",
    "toString",
    "\0",
    "nothing,scarf",
  ];
  for (const value of [...wrong, "x".repeat(20_000)]) {
    const { message, details } = refuse(`wears=${encodeURIComponent(value)}`, "cat");
    assertEquals(details.parameter, "wears");
    assertEquals(details.allowed, TRAITS.cat.wears!.map((words) => words.replaceAll(" ", "-")));
    assert(message.length < 400, "a long value is shortened");
  }
  assertEquals(refuse("eyes=brown", "cat").details.allowed, TRAITS.cat.eyes);
  assertEquals(refuse("wears=crown&wears=scarf", "cat").details.value, "crown,scarf");
});

Deno.test("parseWishes() rejects every trait that only other kinds have", () => {
  for (const kind of ANIMALS) {
    for (const [name, { allowed }] of Object.entries(TRAIT_PARAMETERS)) {
      if (name in TRAITS[kind]) continue;
      for (const value of [allowed[0]!, "x"]) {
        const { message, details } = refuse(`${name}=${value}`, kind);
        assertEquals([details.parameter, details.allowed], [name, Object.keys(TRAITS[kind])]);
        assertStringIncludes(message, `${kind} has only`);
      }
    }
  }
});

Deno.test("parseWishes() names both of two traits that exclude each other, with a kind and without one", () => {
  for (const kind of ["cat", undefined] as const) {
    for (const query of ["pose=sleeping&mood=winking", "mood=winking&pose=sleeping&facing=left"]) {
      const { message, details } = refuse(query, kind);
      assertEquals([details.parameter, message.includes("pose=sleeping")], ["mood", true], message);
    }
  }
  const { message } = refuse("fins=long&wool=silky");
  assert(message.includes('"wool"') || message.includes("wool=silky"), message);
  assert(message.includes('"fins"') || message.includes("fins=long"), message);
  const { message: scene } = refuse("fins=long&background=sky-blue");
  assert(scene.includes('"fins"') && scene.includes("background=sky-blue"), scene);
});

Deno.test("parseWishes() quotes the value as the caller wrote it", () => {
  for (const text of ["woolly-hat", "woolly hat"]) {
    for (const kind of ["bird", undefined] as const) {
      const { message, details } = refuse(`crest=tufted&wears=${text}`, kind);
      assertEquals([details.parameter, details.value], ["wears", text]);
      assertStringIncludes(message, "next to crest=tufted");
      assertStringIncludes(message, `got "${text}"`);
    }
  }
});

Deno.test("parseWishes() says so if no two of several traits exclude each other, but no kind has them all", () => {
  // Only cats are ginger, and those that sleep have nothing at the neck, unlike birds.
  assertStringIncludes(refuse("coat=ginger&mood=peaceful&wears=scarf").message, "no kind of animal has them all");
});

Deno.test("parseWishes() writes equal backgrounds in one way", () => {
  const texts = { F80: "ff8800", "%23ff8800": "ff8800", "f80-FF8800": "ff8800", "sky+blue": "sky-blue", none: "none" };
  for (const [text, expected] of Object.entries(texts)) {
    assertEquals(parse(`background=${text}`, "cat").background, expected);
  }
});

Deno.test("parseWishes() rejects colours of 4 and 8 digits, names of colours, and scenes in water", () => {
  const wrong = [
    "ffff",
    "ff8800ff",
    "red",
    "transparent",
    "NONE",
    "Mint",
    "f80-",
    "f80-08f-0f0",
    "rgb(1,2,3)",
    "__proto__",
  ];
  for (const text of [...wrong, "f".repeat(20_000), "🎨"]) {
    for (const kind of ["cat", "fish", undefined] as const) {
      const { details } = refuse(`background=${encodeURIComponent(text)}`, kind);
      const allowed = details.allowed;
      assertEquals([details.parameter, allowed.includes("none"), allowed.includes("mint")], [
        "background",
        true,
        kind !== "fish",
      ]);
    }
  }
  for (const text of ["mint", "hearts", "mint-hearts"]) refuse(`background=${text}`, "fish");
  for (const text of ["none", "f80", "f80-08f"]) assert(parse(`background=${text}`, "fish").background);
});

Deno.test("findKinds() returns the kinds that can look as a caller wishes", () => {
  assertEquals(findKinds({}), ANIMALS);
  assertEquals(findKinds({ traits: { fins: "long" } }), ["fish"]);
  assertEquals(findKinds({ traits: { pose: "singing" } }), ["bird"]);
  assertEquals(findKinds({ background: "mint" }), ANIMALS.filter((kind) => kind !== "fish"));
  // All others curl up with the head on the ground, or have no neck.
  assertEquals(findKinds({ traits: { pose: "sleeping", wears: "scarf" } }), ["alpaca", "bird"]);
});
