import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { MAX_LINE_BYTES, MAX_TAIL_BYTES, readTail } from "@/lib/files/tail.ts";

async function tailOf(content: string | Uint8Array, count: number, size?: number) {
  const path = await Deno.makeTempFile();
  try {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.writeFile(path, bytes);
    using file = await Deno.open(path);
    return await readTail(file, size ?? bytes.length, count);
  } finally {
    await Deno.remove(path);
  }
}

async function lines(content: string | Uint8Array, count: number): Promise<string[]> {
  return (await tailOf(content, count)).lines;
}

/** Returns all lines of a text, computed in another way. */
function linesOf(text: string): string[] {
  const all = text.split("\n");
  if (all.at(-1) === "") all.pop();
  return all;
}

Deno.test("readTail() returns the last lines, with or without a newline at the end", async () => {
  assertEquals(await lines("a\nb\nc\n", 2), ["b", "c"]);
  assertEquals(await lines("a\nb\nc", 2), ["b", "c"]);
  assertEquals(await lines("a\nb\nc\n", 9), ["a", "b", "c"]);
  assertEquals(await lines("", 5), []);
  assertEquals(await lines("\n", 5), [""]);
  assertEquals(await lines("\n\n\n", 2), ["", ""]);
  assertEquals(await lines("a\r\nb\r\n", 5), ["a", "b"]);
});

Deno.test("readTail() reads again if the file has been truncated meanwhile", async () => {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, "old\nold\nold\n");
    using file = await Deno.open(path, { read: true, write: true });
    let isNew = false;
    const truncated = new Proxy(file, {
      get(target, name) {
        if (name !== "read") return Reflect.get(target, name).bind(target);
        return async (buffer: Uint8Array) => {
          const count = await target.read(buffer);
          if (!isNew) await Deno.writeTextFile(path, "new\n");
          isNew = true;
          return count;
        };
      },
    });
    assertEquals((await readTail(truncated, 12, 9)).lines, ["new"]);
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("readTail() agrees with splitting the whole text", async () => {
  const text = fc.array(fc.string({ unit: fc.constantFrom("a", "ü", "€", "😀", "\n"), maxLength: 40 }), {
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 30 }), async (parts, count) => {
      const whole = parts.join("\n");
      assertEquals(await lines(whole, count), linesOf(whole).slice(-count));
    }),
    { numRuns: 60 },
  );
});

Deno.test("readTail() reads lines and characters that cross its blocks", async () => {
  const many = Array.from({ length: 9000 }, (_, index) => `${index} ${"€".repeat(index % 23)}`);
  assertEquals(await lines(`${many.join("\n")}\n`, 5000), many.slice(-5000));
  const long = [`${"ü".repeat(20_000)}`, "x", `${"😀".repeat(16_000)}`, "y"];
  assertEquals(await lines(long.join("\n"), 4), long);
});

Deno.test("readTail() cuts a long line between characters and marks the cut", async () => {
  for (const [lead, character] of [["", "a"], ["x", "ü"], ["", "€"], ["x", "😀"], ["xy", "😀"]] as const) {
    const text = lead + character.repeat(MAX_LINE_BYTES + 1);
    const [line, last] = await lines(`${text}\nend`, 2);
    const shown = line!.slice(0, line!.indexOf("…"));
    const bytes = new TextEncoder().encode(shown).length;
    const width = new TextEncoder().encode(character).length;
    assertEquals(text.startsWith(shown), true);
    assertEquals(bytes > MAX_LINE_BYTES - width && bytes <= MAX_LINE_BYTES, true);
    assertEquals(
      line!.slice(shown.length),
      `… [cut: ${lead.length + width * (MAX_LINE_BYTES + 1) - bytes} more bytes]`,
    );
    assertEquals(last, "end");
  }
});

Deno.test("readTail() replaces bytes that are not UTF-8", async () => {
  assertEquals(await lines(new Uint8Array([0x61, 0xff, 0x62, 0x0a, 0x63]), 2), ["a\ufffdb", "c"]);
});

Deno.test("readTail() leaves out the oldest lines if they are too large for one response", async () => {
  const line = "z".repeat(MAX_LINE_BYTES);
  const fitting = MAX_TAIL_BYTES / MAX_LINE_BYTES;
  const { lines, isTruncated } = await tailOf(`${line}\n`.repeat(fitting + 5), fitting + 3);
  assertEquals(lines.length, fitting);
  assertEquals(isTruncated, true);
});

Deno.test("readTail() stays within the given size, and handles a file that became shorter", async () => {
  assertEquals((await tailOf("a\nb\nc\n", 5, 4)).lines, ["a", "b"]);
  assertEquals((await tailOf("a\nb\n", 5, 1_000)).lines, ["a", "b"]);
  assertEquals((await tailOf("", 5, 200_000)).lines, []);
});
