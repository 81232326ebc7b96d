import { assertEquals } from "@std/assert";
import { toHalfBlocks } from "../half_blocks.ts";

const [RED, BLUE, CLEAR] = [[255, 0, 0, 255], [0, 0, 255, 255], [9, 9, 9, 127]] as const;

function toPixels(...rows: readonly (readonly (readonly number[])[])[]) {
  return { width: rows[0]!.length, height: rows.length, data: new Uint8ClampedArray(rows.flat(2)) };
}

Deno.test("toHalfBlocks() colours both halves of a character, and each colour only once", () => {
  const text = toHalfBlocks(toPixels([RED, RED, BLUE], [BLUE, BLUE, BLUE]));
  assertEquals(text, "\x1b[38;2;255;0;0;48;2;0;0;255m▀▀\x1b[38;2;0;0;255;48;2;0;0;255m▀\x1b[0m\n");
});

Deno.test("toHalfBlocks() leaves what is transparent to the terminal", () => {
  assertEquals(toHalfBlocks(toPixels([CLEAR, RED], [CLEAR, CLEAR])), " \x1b[38;2;255;0;0m▀\x1b[0m\n");
  assertEquals(toHalfBlocks(toPixels([CLEAR], [RED])), "\x1b[38;2;255;0;0m▄\x1b[0m\n");
  // The background of the character before it must not stay.
  const text = "\x1b[38;2;255;0;0;48;2;255;0;0m▀\x1b[0;38;2;255;0;0m▀\x1b[0m \x1b[38;2;0;0;255m▀\x1b[0m\n";
  assertEquals(toHalfBlocks(toPixels([RED, RED, CLEAR, BLUE], [RED, CLEAR, CLEAR, CLEAR])), text);
});

Deno.test("toHalfBlocks() omits blanks at the end of a line, and colours of a line that has none", () => {
  assertEquals(toHalfBlocks(toPixels([RED, CLEAR], [CLEAR, CLEAR])), "\x1b[38;2;255;0;0m▀\x1b[0m\n");
  assertEquals(toHalfBlocks(toPixels([CLEAR, CLEAR], [CLEAR, CLEAR])), "\n");
});

Deno.test("toHalfBlocks() shows the last row of an odd number in an upper half", () => {
  assertEquals(toHalfBlocks(toPixels([RED])), "\x1b[38;2;255;0;0m▀\x1b[0m\n");
});
