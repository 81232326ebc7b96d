import { assertEquals } from "@std/assert";
import type { Pixels } from "../../pixels.ts";
import { findProgram, ifInstalled } from "@/tests/programs.ts";
import { toDistance } from "../pictures.ts";
import { encodeFrames, SEQUENCES, SIZE, toShown } from "./sequences.ts";

/** All sequences in one animation, for other programs, which take longer to start than to decode. */
const FRAMES = Object.values(SEQUENCES).flat();

Deno.test(ifInstalled("ffmpeg", "FFmpeg shows an animated PNG exactly"), async () => {
  // It must be able to seek.
  const file = await Deno.makeTempFile({ suffix: ".png" });
  await Deno.writeFile(file, await encodeFrames(FRAMES, "png"));
  const output = ["-f", "rawvideo", "-pix_fmt", "rgba", "-vsync", "passthrough", "-"];
  const data = await runProgram("ffmpeg", ["-f", "apng", "-i", file, ...output]);
  await Deno.remove(file);
  assertEquals(splitFrames(data).map((frame, i) => toDistance(frame, FRAMES[i]!)), FRAMES.map(() => 0));
});

Deno.test(ifInstalled("imagemagick", "ImageMagick shows an animated GIF exactly"), async () => {
  const input = await encodeFrames(FRAMES, "gif");
  const data = await runProgram("imagemagick", ["gif:-", "-coalesce", "-depth", "8", "rgba:-"], input);
  const shown = splitFrames(data);
  assertEquals(shown.map((frame, i) => toDistance(frame, toShown(FRAMES[i]!, "gif"))), FRAMES.map(() => 0));
});

/** Splits RGBA frames; transparent pixels become 0. */
function splitFrames(data: Uint8Array): Pixels[] {
  const frameBytes = SIZE.width * SIZE.height * 4;
  return Array.from({ length: data.length / frameBytes }, (_, page) => {
    const frame = new Uint8ClampedArray(data.subarray(page * frameBytes, (page + 1) * frameBytes));
    return { ...SIZE, data: frame.map((value, i) => frame[i | 3] === 0 ? 0 : value) };
  });
}

async function runProgram(program: string, args: string[], input = new Uint8Array()): Promise<Uint8Array> {
  const child = new Deno.Command(findProgram(program)!, { args, stdin: "piped", stdout: "piped", stderr: "null" })
    .spawn();
  const writer = child.stdin.getWriter();
  await writer.write(input);
  await writer.close();
  return (await child.output()).stdout;
}
