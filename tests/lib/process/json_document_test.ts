import { assertEquals, assertRejects } from "@std/assert";
import { z } from "zod";
import { parseJsonDocument } from "@/lib/process/json_document.ts";

const SCHEMA = z.strictObject({
  name: z.string(),
  files: z.array(z.strictObject({ size: z.int({ error: "wrong" }) })),
});

Deno.test("parseJsonDocument() returns the document, even with a byte order mark", async () => {
  const document = { name: "a", files: [{ size: 1 }] };
  assertEquals(await parse(`\uFEFF${JSON.stringify(document)}`), document);
});

Deno.test("parseJsonDocument() names the line and the field of an error", async () => {
  const message = await readError(`{\n  "name": "a",\n  "files": [\n    { "size": 1 },\n    { "size": "big" }\n  ]\n}`);
  assertEquals(message, 'Cannot use "data.json": line 5, files[1].size: wrong');
});

Deno.test("parseJsonDocument() names the line of the object that lacks a field", async () => {
  const message = await readError(`{\n  "name": "a",\n  "files": [\n    {}\n  ]\n}`);
  assertEquals(message, 'Cannot use "data.json": line 4, files[0].size: wrong');
});

Deno.test("parseJsonDocument() names line and column of a syntax error, and the last line of a document that is cut off", async () => {
  const start = 'Cannot use "data.json": must be JSON, got an error at line';
  assertEquals((await readError(`{\n  "name": "a",\n  "files": [1,]\n}`)).split(": Un")[0], `${start} 3, column 15`);
  assertEquals((await readError(`{\n  "name": `)).startsWith(`${start} 2: `), true);
  assertEquals((await readError("")).startsWith(`${start} 1: `), true);
});

Deno.test("parseJsonDocument() reports the first five errors and counts the others", async () => {
  const files = Array.from({ length: 12 }, () => ({ size: "big" }));
  const message = await readError(JSON.stringify({ name: "a", files }));
  assertEquals([message.match(/line 1, files\[\d\]\.size/g)?.length, message.split("; ").at(-1)], [5, "and 7 more"]);
});

function parse(text: string): Promise<z.output<typeof SCHEMA>> {
  return parseJsonDocument(text, { name: "data.json", schema: SCHEMA });
}

async function readError(text: string): Promise<string> {
  return (await assertRejects(() => parse(text), TypeError)).message;
}
