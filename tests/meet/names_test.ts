import { assertEquals, assertThrows } from "@std/assert";
import fc from "@/tests/support/random.ts";
import { type Kind, KINDS, tidyName } from "@pawkit/animals";
import { ApiError } from "@/lib/http/errors.ts";
import { FORMS, type Named, parseAddress, parseTyped, toPath, toTyped } from "@/lib/meet/names.ts";
import { startApp } from "@/tests/support/app.ts";

const kind: fc.Arbitrary<Kind> = fc.constantFrom(...KINDS);

/** Names with every character that means something in an address, and how people write. */
const PIECES = ["Ada", " ", ..."+ , : / % %2C %2b ? # & dog: .png .JPEG . é 👩‍🚀 猫".split(" ")];
const name = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => pieces.join("")),
).filter((text) => !["", ".", ".."].includes(tidy(text)) && tidy(tidy(text)) === tidy(text)).map(tidy);
const animal: fc.Arbitrary<Named> = fc.record({ kind, names: fc.oneof(fc.tuple(name), fc.tuple(name, name)) });
const animals = fc.array(animal, { minLength: 1, maxLength: 12 });

function tidy(text: string): string {
  try {
    return tidyName(text);
  } catch {
    return "";
  }
}

const segmentOf = (kind: Kind, animals: readonly Named[]) => toPath(kind, animals).slice(`/${kind}/`.length);

Deno.test("parseAddress() reads what toPath() writes, for any names and every form", () => {
  fc.assert(fc.property(kind, animals, (kind, animals) => {
    // One animal is below its own kind.
    const own = animals.length === 1 ? animals[0]!.kind : kind;
    const segment = segmentOf(own, animals);
    assertEquals(parseAddress(own, segment), { kind: own, animals, form: undefined });
    // As a browser would send it.
    assertEquals(new URL(toPath(kind, animals), "http://localhost").pathname, toPath(kind, animals));
    for (const form of FORMS) assertEquals(parseAddress(own, `${segment}.${form}`), { kind: own, animals, form });
  }));
});

Deno.test("parseTyped() reads what toTyped() writes, for any names", () => {
  fc.assert(fc.property(kind, animals, (kind, animals) => {
    assertEquals(parseTyped(kind, toTyped({ kind, animals })), animals);
  }));
});

Deno.test("parseAddress() knows members, their kinds, and children", () => {
  const [cat, dog]: [Kind, Kind] = ["cat", "dog"];
  const expected: Readonly<Record<string, readonly Named[]>> = {
    "Ada": [{ kind: cat, names: ["Ada"] }],
    "dog:Ada": [{ kind: dog, names: ["Ada"] }],
    "dog:Ada+Rex": [{ kind: dog, names: ["Ada", "Rex"] }],
    "dog:Ada+dog:Rex": [{ kind: dog, names: ["Ada", "Rex"] }],
    "Ada,dog:Rex+Bo,Cleo": [
      { kind: cat, names: ["Ada"] },
      { kind: dog, names: ["Rex", "Bo"] },
      { kind: cat, names: ["Cleo"] },
    ],
    "A%2BB%2CC%3AD": [{ kind: cat, names: ["A+B,C:D"] }],
    "lion:Ada": [{ kind: cat, names: ["lion:Ada"] }],
    "%252C": [{ kind: cat, names: ["%2C"] }],
  };
  for (const [segment, animals] of Object.entries(expected)) {
    assertEquals(parseAddress("cat", segment).animals, animals);
    if (!segment.includes("%")) assertEquals(parseTyped("cat", segment), animals);
  }
  assertEquals(parseTyped("cat", " Ada  + Grace ,, dog: Rex ,"), [
    { kind: "cat", names: ["Ada", "Grace"] },
    { kind: "dog", names: ["Rex"] },
  ]);
});

Deno.test("parseAddress() and parseTyped() throw invalid_parameter for what names nobody", () => {
  const thirteen = Array(13).fill("Ada").join();
  const wrong = ". .. Ada,.. Ada+. A+B+C Ada+dog:Rex dog:Ada+cat:Rex dog: +".split(" ");
  for (const text of [...wrong, thirteen, "a".repeat(65)]) {
    for (const parse of [parseAddress, parseTyped]) {
      const { code, details } = assertThrows(() => parse("cat", text), ApiError, 'Cannot read "name": ');
      assertEquals([code, details?.parameter], ["invalid_parameter", "name"]);
    }
  }
  for (const empty of ["", ".png", "Ada,,Ben", "Ada+", "+Ada", "%20", "%E2%80%8B.svg"]) {
    assertThrows(() => parseAddress("cat", empty), ApiError, "must have 1 to 64 characters");
  }
});

Deno.test("a name is compared without case, blanks at its ends and invisible characters, and a child without order", async () => {
  await using app = await startApp();
  const draw = async (path: string) => await (await app.fetch(path)).text();
  const [ada, child] = [await draw("/cat/Ada.svg"), await draw("/cat/Ada+Grace.svg")];
  for (const path of ["/cat/ADA.svg", "/cat/%20ada%20.svg", "/cat/A%E2%80%8Bda.SVG"]) {
    assertEquals(await draw(path), ada);
  }
  for (const path of ["/cat/Grace+Ada.svg", "/cat/ada+%20GRACE.svg"]) assertEquals(await draw(path), child);
  const { item, parents, name } = await (await app.fetch("/cat/Ada+Grace.json")).json();
  assertEquals([name, item.name, item.url], ["Ada+Grace", "Ada+Grace", "http://localhost/cat/Ada+Grace.png"]);
  assertEquals(parents.map((each: { name: string }) => each.name), ["Ada", "Grace"]);
});
