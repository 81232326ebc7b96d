import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { isGroup, kindsOf, parseNamedPath, toPath } from "@/lib/content/named/named_path.ts";
import { ApiError } from "@/lib/http/errors.ts";

/** Returns the members of a group of cats as `kind name` or `kind name+name`. */
function read(segment: string): string[] {
  return parseNamedPath("cat", segment).animals.map(({ kind, name, parents }) =>
    `${kind} ${parents?.join("+") ?? name}`
  );
}

Deno.test("isGroup() looks for a plain comma", () => {
  assertEquals(["Ada", "Ada%2CGrace", "Ada+Grace", ","].map(isGroup), [false, false, false, true]);
});

Deno.test("parseNamedPath() takes a part for a name, a family, or either with a kind", () => {
  assertEquals(read("Ada,Grace,dog:Rex"), ["cat Ada", "cat Grace", "dog Rex"]);
  assertEquals(read("Ada+Grace,bird:Ada+Grace.png"), ["cat Ada+Grace", "bird Ada+Grace"]);
  assertEquals(read("Ada,Ada, ada "), ["cat Ada", "cat Ada", "cat ada"]);
  assertEquals(read("a,b,c,d,e,f,g,h,i,j,k,l").length, 12);
});

Deno.test("parseNamedPath() takes a colon for a separator only after a kind, and escapes for parts of names", () => {
  assertEquals(read("cow:Ada,dog:fox:Ada"), ["cat cow:Ada", "dog fox:Ada"]);
  assertEquals(read("Bat:man,10:30,:dog,dgo:"), ["cat Bat:man", "cat 10:30", "cat :dog", "cat dgo:"]);
  assertEquals(read("dog%3AAda,Doe%2C%20John"), ["cat dog:Ada", "cat Doe, John"]);
  assertEquals(read("Ada%2BGrace,cow:Rex"), ["cat Ada+Grace", "cat cow:Rex"]);
  assertEquals(read("%2564og:a,%252C"), ["cat %64og:a", "cat %2C"]);
  assertEquals(read("Ada,dog"), ["cat Ada", "cat dog"]);
});

Deno.test("parseNamedPath() returns the extension of the last part, which is that of the group", () => {
  const extensions = ["Ada,Grace", "Ada,Grace.json", "Ada,dog:Rex.PNG", "Ada,x.png.svg"].map((segment) => {
    return parseNamedPath("cat", segment).extension;
  });
  assertEquals(extensions, [undefined, "json", "png", "svg"]);
});

Deno.test("parseNamedPath() names what is wrong", () => {
  const long = "x".repeat(65);
  const mistakes = {
    ",": "must have a name on both sides of each comma",
    "Ada,": "must have a name on both sides of each comma",
    ",Ada": "must have a name on both sides of each comma",
    "Ada,,Grace": 'must have a name on both sides of each comma ("%2C" is a comma of a name), got "Ada,,Grace"',
    "Ada,.png": "must have a name on both sides of each comma",
    "Ada,.JPG": "must have a name on both sides of each comma",
    "Ada,dog:": "must have 1 to 64 characters",
    "%20,Ada": "must have 1 to 64 characters",
    "%E2%80%8B,Ada": "must have 1 to 64 characters",
    [`Ada,${long}`]: "must have 1 to 64 characters",
    [`dog:${long},Ada`]: "must have 1 to 64 characters",
    "Ada,..": 'must not be "." or ".."',
    "a,b,c,d,e,f,g,h,i,j,k,l,m": "must have at most 12 names",
    [Array(5000).fill("a").join()]: "must have at most 12 names",
    "Ada.png,Grace": 'must have ".png" only at its end, for the whole group, got "Ada.png,Grace"',
    "Ada.JPG,Grace.png": 'must have ".jpg" only at its end',
    "Ada.txt,Grace": 'must have ".txt" only at its end',
    "Ada.png%20,Grace": 'must have ".png" only at its end',
    "Ada.p%E2%80%8Bng,Grace": 'must have ".png" only at its end',
    "Ada,a+b+c": "must have one plus, because an animal has two parents",
    "Ada,Grace.png+Zoe": 'must not end in ".png"',
  };
  for (const [segment, message] of Object.entries(mistakes)) {
    const error = assertThrows(() => parseNamedPath("cat", segment), ApiError);
    assertEquals([error.code, error.details && "parameter" in error.details && error.details.parameter], [
      "invalid_parameter",
      "name",
    ]);
    assertStringIncludes(error.message, message);
  }
  for (const segment of ["Ada,%FF", "%zz,Ada", "Ada,%ED%A0%80"]) {
    assertThrows(() => parseNamedPath("cat", segment), URIError);
  }
});

Deno.test("toPath() returns a path that means the same animals", () => {
  for (
    const segment of [
      "Ada",
      "Gr%2Face+dog%3AAda",
      "Ada,Grace,dog:Rex",
      "Doe%2C%20John,fox:a%2Bb%3Ac",
      "Ada+Gr%2Face,dog%3AAda,cat:%F0%9F%A6%8A",
    ]
  ) {
    const group = parseNamedPath("cat", segment);
    const path = toPath(group);
    assertEquals(parseNamedPath("cat", path.slice("/cat/".length)), group, path);
  }
  assertEquals(toPath(parseNamedPath("cat", "cat:Ada,dog:Rex")), "/cat/Ada,dog:Rex");
});

Deno.test("kindsOf() returns each kind once", () => {
  assertEquals(kindsOf(parseNamedPath("cat", "dog:Rex,Ada,dog:Ada")), ["dog", "cat"]);
});
