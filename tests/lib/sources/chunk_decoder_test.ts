import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { SmallChunksError } from "@/lib/async/read_at_most.ts";
import { ChunkDecoder } from "@/lib/sources/chunk_decoder.ts";

/** Decodes a string that arrives in pieces of a size. Returns the data and whether the last chunk has arrived. */
function decode(text: string, pieceSize = text.length): [string, boolean] {
  const decoder = new ChunkDecoder();
  let data = "";
  for (let start = 0; start < text.length; start += pieceSize) {
    const piece = new TextEncoder().encode(text.slice(start, start + pieceSize));
    data += new TextDecoder().decode(decoder.decode(piece));
  }
  return [data, decoder.isDone];
}

Deno.test("ChunkDecoder.decode() returns the data, however the bytes are cut", () => {
  const chunks = fc.array(fc.stringMatching(/^[a-z\r\n;0]{1,40}$/), { maxLength: 20 });
  fc.assert(fc.property(chunks, fc.integer({ min: 1, max: 50 }), (texts, pieceSize) => {
    const encoded = texts.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`).join("");
    assertEquals(decode(`${encoded}0\r\n\r\n`, pieceSize), [texts.join(""), true]);
  }));
});

Deno.test("ChunkDecoder.decode() skips extensions, leading zeros, trailers and what follows them", () => {
  assertEquals(decode('3;a="b"\r\nabc\r\n02 ;x\r\nde\r\n000\r\ntrailer: 1\r\n\r\nHTTP/1.1'), ["abcde", true]);
  assertEquals(decode("A\r\n0123456789\r\na"), ["0123456789", false]);
});

Deno.test("ChunkDecoder.decode() throws on everything that is not a chunk", () => {
  const malformed = [
    "\r\n",
    ";\r\n",
    " 1\r\n",
    "-1\r\n",
    "0x1\r\n",
    "g\r\n",
    "1\n",
    "1;\n",
    "1\rx",
    "1\r\nab",
    "1\r\na\rb",
  ];
  for (const text of [...malformed, "1\r\na\n", "123456789\r\n", `1;${"a".repeat(300)}`, `1${" ".repeat(300)}`]) {
    assertThrows(() => decode(text), TypeError, "malformed", text);
    assertThrows(() => decode(text, 1), TypeError, "malformed", text);
  }
});

Deno.test("ChunkDecoder.decode() accepts 4096 chunks of one byte, and then an average of 512 bytes", () => {
  assertEquals(decode("1\r\nx\r\n".repeat(4096))[0].length, 4096);
  assertThrows(() => decode("1\r\nx\r\n".repeat(4200)), SmallChunksError);
  assertEquals(decode(`200\r\n${"x".repeat(512)}\r\n`.repeat(10_000))[0].length, 5_120_000);
});
