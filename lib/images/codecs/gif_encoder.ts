import type { EncodeOptions, Encoder } from "@/lib/images/codecs/codec.ts";
import { encodeLzw } from "@/lib/images/codecs/lzw.ts";
import { type Indexed, quantize } from "@/lib/images/codecs/quantize.ts";
import { Sink } from "@/lib/images/codecs/sink.ts";
import type { Frame } from "@/lib/images/pixels.ts";

/** Disposal methods. */
const DO_NOT_DISPOSE = 1, RESTORE_TO_BACKGROUND = 2;

/** Creates the encoder of one GIF file. Every frame covers the logical screen and has a local colour table. */
export function createGifEncoder({ width, height, animated, loop }: EncodeOptions): Encoder {
  const sink = new Sink();
  sink.writeText("GIF89a");
  // 0x70 means 8 bits per channel and no global colour table.
  sink.write([...toUint16(width), ...toUint16(height), 0x70, 0, 0]);
  // Without this application extension the animation is played once. The extension contains the number of repetitions.
  if (animated && loop !== 1) {
    sink.write([0x21, 0xff, 11]);
    sink.writeText("NETSCAPE2.0");
    sink.write([3, 1, ...toUint16(Math.max(loop - 1, 0)), 0]);
  }
  return {
    add(frame) {
      writeFrame(sink, frame, quantize(frame));
    },
    finish() {
      sink.write([0x3b]);
      return sink.toBytes();
    },
  };
}

function writeFrame(sink: Sink, { width, height, delay }: Frame, { palette, indices, transparent }: Indexed): void {
  const bits = Math.max(Math.ceil(Math.log2(palette.length / 3)), 1);
  // Nothing of a frame may be visible through the transparent pixels of the next one.
  const disposal = transparent < 0 ? DO_NOT_DISPOSE : RESTORE_TO_BACKGROUND;
  const flags = (disposal << 2) | (transparent < 0 ? 0 : 1);
  const centiseconds = Math.min(Math.round(delay / 10), 0xffff);
  // Graphic control extension, then image descriptor.
  sink.write([0x21, 0xf9, 4, flags, ...toUint16(centiseconds), Math.max(transparent, 0), 0]);
  sink.write([0x2c, 0, 0, 0, 0, ...toUint16(width), ...toUint16(height), 0x80 | (bits - 1)]);
  const table = new Uint8Array(3 << bits);
  table.set(palette);
  sink.write(table);
  encodeLzw(indices, Math.max(bits, 2), sink);
}

function toUint16(value: number): [number, number] {
  return [value & 255, value >> 8];
}
