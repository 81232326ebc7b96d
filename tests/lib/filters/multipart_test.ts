import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { parseMultipart } from "@/lib/filters/multipart.ts";
import { ApiError } from "@/lib/http/errors.ts";

const SEED = 20261115;

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

const START = '--b\r\nContent-Disposition: form-data; name="image"; filename="x"\r\n\r\n';

// Few letters, so that most contents have the beginning of the boundary again and again.
const letters = fc.constantFrom(..."\r\n-ab");

Deno.test("parseMultipart() ends a part where a search of the text finds the boundary", async () => {
  const contents = fc.string({ unit: letters, maxLength: 200 });
  const boundaries = fc.string({ unit: fc.constantFrom(..."-ab"), minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(contents, boundaries, async (content, boundary) => {
      const end = `\r\n--${boundary}`;
      fc.pre(!content.includes(end));
      const body = toBytes(START.replace("--b", `--${boundary}`) + content + end + "--");
      const [part] = await parseMultipart(body, `multipart/form-data; boundary=${boundary}`);
      const expected = (content + end).slice(0, (content + end).indexOf(end));
      assertEquals(new TextDecoder().decode(part?.content), expected, JSON.stringify(content));
    }),
    { seed: SEED, numRuns: 2000 },
  );
});

Deno.test("parseMultipart() lets other work run once for each 256 KiB, when its time is over", async () => {
  const body = toBytes(START + "\r\n--".repeat(262_144) + "\r\n--b--");
  for (const isOver of [true, false]) {
    let rests = 0;
    const slice = { isOver, rest: () => Promise.resolve(void rests++) };
    const [part] = await parseMultipart(body, "multipart/form-data; boundary=b", slice);
    assertEquals([part?.content.length, rests], [1_048_576, isOver ? 5 : 0]);
  }
});

Deno.test("parseMultipart() finds a boundary that two pieces of the search share", async () => {
  const end = "\r\n--b--";
  // The piece ends before, inside and after the boundary.
  for (let size = 262_144 - end.length - 1; size <= 262_145; size++) {
    const body = toBytes(START + "x".repeat(size) + end);
    const [part, ...others] = await parseMultipart(body, "multipart/form-data; boundary=b");
    assert(part?.content.length === size && others.length === 0, `${size} bytes`);
  }
});

Deno.test("parseMultipart() refuses a text over 16 KiB, because it would be decoded in one piece", async () => {
  const toForm = (name: string, size: number) =>
    toBytes(`--b\r\ncontent-disposition: form-data; ${name}\r\n\r\n${"-".repeat(size)}\r\n--b--`);
  const parse = (name: string, size: number) =>
    parseMultipart(toForm(name, size), "multipart/form-data; boundary=b").then(([part]) => part?.content.length);
  assertEquals(await parse('name="background"', 16_384), 16_384);
  assertEquals(await parse('name="image"; filename="a.png"', 16_385), 16_385);
  await assertRejects(() => parse('name="background"', 16_385), ApiError, "at most 16384 bytes");
});
