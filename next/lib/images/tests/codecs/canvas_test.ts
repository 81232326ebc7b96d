import { assertEquals } from "@std/assert";
import { Canvas } from "../../codecs/canvas.ts";
import { createPixels, type StoredFrame, toWords } from "../../pixels.ts";

/** A frame of one pixel, at the left or the right of a canvas of two. */
function toFrame(left: number, disposal: StoredFrame["disposal"]): StoredFrame {
  return { left, top: 0, width: 1, height: 1, delay: 10, disposal, isBlended: false };
}

function paintPixel(word: number) {
  const pixels = createPixels(1, 1);
  toWords(pixels).fill(word);
  return pixels;
}

Deno.test("Canvas returns a copy for each frame but the last, which is the canvas itself", () => {
  const canvas = new Canvas({ width: 2, height: 1 }, 3);
  const canvases: Uint8ClampedArray[] = [];
  const frames = [toFrame(0, "none"), toFrame(1, "previous"), toFrame(1, "previous")].map((frame, index) =>
    canvas.draw(frame, (pixels) => {
      canvases.push(pixels.data);
      toWords(pixels)[frame.left] = index + 1;
    })
  );
  assertEquals(frames.map((frame) => [...toWords(frame)]), [[1, 0], [1, 2], [1, 3]]);
  assertEquals(frames.map(({ data }, index) => data === canvases[index]), [false, false, true]);
});

Deno.test("Canvas.drawPixels() frees the pixels that it has drawn, so that they are no garbage", () => {
  const canvas = new Canvas({ width: 2, height: 1 }, 1);
  const pixels = paintPixel(7);
  assertEquals([...toWords(canvas.drawPixels(toFrame(1, "previous"), pixels))], [0, 7]);
  assertEquals(pixels.data.length, 0);
});
