import { assertEquals, assertThrows } from "@std/assert";
import { parseCredit, parseCredits } from "@/lib/content/credits.ts";

const CREDIT = {
  author: "Alice",
  license: "CC BY 4.0",
  licenseUrl: "https://x.example/by",
  source: "https://x.example/1",
};

Deno.test("parseCredits() reads credits, and sizes if all of them are known", () => {
  const file = { id: "0123456789abcdef", bytes: 9, width: 3, height: 2 };
  const pictures = { "a.jpg": { ...CREDIT, title: "A", ...file }, "b.jpg": { ...CREDIT, width: 3 } };
  const credits = parseCredits(JSON.stringify({ pictures }), () => {});
  assertEquals(credits.get("a.jpg"), { credit: CREDIT, title: "A", file });
  assertEquals(credits.get("b.jpg"), { credit: CREDIT, title: undefined, file: undefined });
});

Deno.test("parseCredits() reports an invalid entry by name, and throws if the file is broken", () => {
  const warnings: string[] = [];
  const pictures = { "a.jpg": { author: "" }, "b.jpg": CREDIT, "c.jpg": 7 };
  const credits = parseCredits(JSON.stringify({ pictures }), (name, message) => warnings.push(`${name} ${message}`));
  assertEquals([...credits].map(([name, each]) => [name, each === undefined]), [
    ["a.jpg", true],
    ["b.jpg", false],
    ["c.jpg", true],
  ]);
  assertEquals(warnings, [
    'a.jpg must have a text as its author, got ""',
    "c.jpg must have a credit with an author and a license",
  ]);
  for (const text of ["", "{", "[]", "null", '{"pictures":[]}']) {
    assertThrows(() => parseCredits(text, () => {}), TypeError);
  }
});

Deno.test("parseCredit() accepts no URL that a page must not link to", () => {
  for (const source of ["javascript:alert(1)", "data:text/html,x", "/relative", 7, ""]) {
    assertThrows(() => parseCredit({ ...CREDIT, source }), TypeError, "must have an http or https URL as its source");
  }
  assertEquals(parseCredit({ ...CREDIT, source: "https://x.example/<a> b" }).source, "https://x.example/%3Ca%3E%20b");
  assertEquals(parseCredit({ author: " Me ", license: "CC0", extra: 1 }), { author: "Me", license: "CC0" });
});
