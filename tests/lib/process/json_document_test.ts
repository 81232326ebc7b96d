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
