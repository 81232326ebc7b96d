import { assertEquals, assertRejects } from "@std/assert";
import { parseCredit, parseCredits } from "@/lib/content/operator_pictures/credits.ts";

const CREDIT = {
  author: "Alice",
  license: "CC BY 4.0",
  licenseUrl: "https://x.example/by",
  source: "https://x.example/1",
};

Deno.test("parseCredits() reads credits, with a title if there is one, and ignores other fields", async () => {
  const pictures = { "a.jpg": { ...CREDIT, title: "A", width: 3 }, "b.jpg": CREDIT };
  const credits = await parseCredits(`\uFEFF${JSON.stringify({ pictures })}`, () => {});
  assertEquals(credits.get("a.jpg"), { credit: CREDIT, title: "A" });
  assertEquals(credits.get("b.jpg"), { credit: CREDIT, title: undefined });
});

Deno.test("parseCredits() reports an invalid entry by name, and rejects if the file is broken", async () => {
  const warnings: string[] = [];
  const pictures = { "a.jpg": { author: "" }, "b.jpg": CREDIT, "c.jpg": 7, "d.jpg": null };
  const warn = (name: string, message: string) => warnings.push(`${name} ${message}`);
  const credits = await parseCredits(JSON.stringify({ pictures }), warn);
  assertEquals([...credits].map(([name, each]) => [name, each === undefined]), [
    ["a.jpg", true],
    ["b.jpg", false],
    ["c.jpg", true],
    ["d.jpg", true],
  ]);
  assertEquals(warnings, [
    'a.jpg must have text as its author, got ""',
    "c.jpg must have a credit with an author and a license",
    "d.jpg must have a credit with an author and a license",
  ]);
  for (const text of ["", "{", "[]", "null", '{"pictures":[]}']) {
    await assertRejects(() => parseCredits(text, () => {}));
  }
});

Deno.test("parseCredit() accepts no URL that a page must not link to", async () => {
  for (const source of ["javascript:alert(1)", "data:text/html,x", "/relative", 7, ""]) {
    const message = "must have an http or https URL as its source";
    await assertRejects(() => parseCredit({ ...CREDIT, source }), TypeError, message);
  }
  const { source } = await parseCredit({ ...CREDIT, source: "https://x.example/<a> b" });
  assertEquals(source, "https://x.example/%3Ca%3E%20b");
});

Deno.test("parseCredit() trims texts, cuts long ones, because every response repeats them, and omits other fields", async () => {
  assertEquals(await parseCredit({ author: " Me ", license: "CC0", extra: 1 }), { author: "Me", license: "CC0" });
  const { author, license } = await parseCredit({ author: "é".repeat(301), license: "x".repeat(300) });
  assertEquals([author, license], ["é".repeat(300), "x".repeat(300)]);
});
