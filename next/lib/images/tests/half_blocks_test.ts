import { assertEquals } from "@std/assert";
import { toHalfBlocks } from "../half_blocks.ts";
import { renderDrawing } from "../svg/render.ts";
import { codecs } from "./pictures.ts";

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

Deno.test("toHalfBlocks() names colours of the palette, if there are 256", () => {
  const text = toHalfBlocks(toPixels([RED, RED, CLEAR], [BLUE, CLEAR, CLEAR]), "256");
  assertEquals(text, "\x1b[38;5;196;48;5;21m▀\x1b[0;38;5;196m▀\x1b[0m\n");
});

Deno.test("toHalfBlocks() does not take the parts of a colour for a background", () => {
  const text = toHalfBlocks(toPixels([RED, [48, 2, 7, 255]], [BLUE, CLEAR]));
  assertEquals(text, "\x1b[38;2;255;0;0;48;2;0;0;255m▀\x1b[0;38;2;48;2;7m▀\x1b[0m\n");
});

Deno.test("renderDrawing() has as many columns as wanted, and half as many lines", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>';
  const text = new TextDecoder().decode(renderDrawing({ svg, width: 40, radius: 4, format: "txt" }, codecs));
  // deno-lint-ignore no-control-regex -- the escape sequences of colours
  const lines = text.replace(/\x1b\[[\d;]*m/g, "").split("\n");
  assertEquals(lines.length, 21);
  assertEquals(lines[10], "▀".repeat(40));
  // Round corners.
  assertEquals(/^ +[▀▄]+$/.test(lines[0]!), true);
});
