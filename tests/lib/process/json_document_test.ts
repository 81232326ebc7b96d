import { assertEquals, assertThrows } from "@std/assert";
import { z } from "zod";
import { parseJsonDocument } from "@/lib/process/json_document.ts";

const SCHEMA = z.strictObject({
  name: z.string(),
  files: z.array(z.strictObject({ size: z.int({ error: "wrong" }) })),
});

Deno.test("parseJsonDocument() returns the document, even with a byte order mark", () => {
  const document = { name: "a", files: [{ size: 1 }] };
  assertEquals(parse(`\uFEFF${JSON.stringify(document)}`), document);
});

Deno.test("parseJsonDocument() names the field of an error, also of one that is missing", () => {
  const files = [{ size: 1 }, { size: "big" }, {}];
  const message = readError(JSON.stringify({ name: "a", files }));
  assertEquals(message, 'Cannot use "data.json": files[1].size: wrong; files[2].size: wrong');
  assertEquals(readError("7").startsWith('Cannot use "data.json": the document: '), true);
});

Deno.test("parseJsonDocument() says what a field must be", () => {
  const schema = z.strictObject({
    text: z.string().max(3),
    count: z.int().min(0),
    isNew: z.boolean(),
    list: z.array(z.number()).min(1),
    kind: z.enum(["a", "b"]),
    part: z.strictObject({}),
  });
  const valid = { text: "a", count: 1, isNew: true, list: [1], kind: "a", part: {} };
  const cases: [object, string][] = [
    [{ text: 1 }, "text: must be a text"],
    [{ text: undefined }, "text: must be a text, but is missing"],
    [{ text: "four" }, "text: must have at most 3 characters"],
    [{ count: "1" }, "count: must be a number"],
    [{ count: 0.5 }, "count: must be a whole number"],
    [{ count: -1 }, "count: must be 0 or more"],
    [{ isNew: null }, "isNew: must be true or false"],
    [{ list: {} }, "list: must be a list"],
    [{ list: [] }, "list: must have 1 or more entries"],
    [{ kind: "c" }, "kind: must be one of a, b"],
    [{ part: [] }, "part: must be an object"],
    [{ prat: 1, lits: 2 }, 'the document: must not have "prat", "lits"'],
  ];
  for (const [change, message] of cases) {
    const text = JSON.stringify({ ...valid, ...change });
    const error = assertThrows(() => parseJsonDocument(text, { name: "x", schema }), TypeError);
    assertEquals(error.message, `Cannot use "x": ${message}`);
  }
});

Deno.test("parseJsonDocument() reports the syntax error of JSON.parse()", () => {
  for (const text of ['{ "name": "a", "files": [1,] }', '{ "name": ', ""]) {
    const { message } = assertThrows(() => JSON.parse(text), SyntaxError);
    assertEquals(readError(text), `Cannot use "data.json": must be JSON (${message})`);
  }
});

Deno.test("parseJsonDocument() reports the first five errors and counts the others", () => {
  const files = Array.from({ length: 12 }, () => ({ size: "big" }));
  const message = readError(JSON.stringify({ name: "a", files }));
  assertEquals([message.match(/files\[\d\]\.size/g)?.length, message.split("; ").at(-1)], [5, "and 7 more"]);
});

function parse(text: string): z.output<typeof SCHEMA> {
  return parseJsonDocument(text, { name: "data.json", schema: SCHEMA });
}

function readError(text: string): string {
  return assertThrows(() => parse(text), TypeError).message;
}
