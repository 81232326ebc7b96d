import { repairAvif } from "@/lib/images/codecs/avif_repair.ts";
import { createEmscriptenPool } from "@/lib/images/codecs/emscripten.ts";
import type { Header } from "@/lib/images/formats/header.ts";
import { brokenImageError } from "@/lib/images/image_error.ts";
import type { Pixels } from "@/lib/images/pixels.ts";
import type { Instance } from "@/lib/images/wasm/instance_pool.ts";
import { createDecoder, module } from "@/lib/images/wasm/avif_module.js";

/** libavif's decoder; a text means that the file is damaged. */
interface AvifDecoder extends Instance {
  decode(bytes: Uint8Array): Decoded | string;
}

/** Pixels of which each sample has two bytes, if there are more than 8 bits. */
interface Decoded extends Pixels {
  readonly depth: number;
}

/** More memory than the decoder takes for a tiny image. */
const BASE_BYTES = 2 ** 25;

/** More memory than it takes for each pixel: 26 bytes, or 42 with alpha. */
const BYTES_PER_PIXEL = 45;

/** More memory than it takes for each byte of the file. */
const BYTES_PER_BYTE = 24;

/** The most memory for any image. */
const MAX_BYTES = 2 ** 29;

// The decoder calls this global function to create its result.
Object.assign(globalThis, {
  _icodec_ImageData: (data: Decoded["data"], width: number, height: number, depth: number): Decoded => {
    return { data, width, height, depth };
  },
});

const decoders = createEmscriptenPool<AvifDecoder>(createDecoder, module);

/**
 * Decodes an AVIF, without its orientation. Of an image sequence it decodes the still image.
 *
 * @throws {ImageError} `broken_image`.
 */
export function decodeAvif(bytes: Uint8Array, { width, height }: Header): Pixels {
  const file = repairAvif(bytes);
  const bytesNeeded = BASE_BYTES + BYTES_PER_PIXEL * width * height + BYTES_PER_BYTE * file.length;
  const image = decoders.use(({ decode, memory }) => {
    // The data may have another size than the header says: the decoder would decode any size, and scale it.
    limitMemory(memory, Math.min(bytesNeeded, MAX_BYTES));
    return decode(file);
  });
  decoders.release();
  if (typeof image === "string") throw brokenImageError("its AVIF data is damaged or takes too much memory");
  return { width: image.width, height: image.height, data: toBytes(image) };
}

function toBytes({ data, depth }: Decoded): Pixels["data"] {
  if (depth === 8) return data;
  const samples = new Uint16Array(data.buffer);
  const max = 2 ** depth - 1;
  const rounded = Uint8Array.from({ length: max + 1 }, (_, sample) => Math.round(sample * 255 / max));
  const bytes = new Uint8ClampedArray(samples.length);
  for (let i = 0; i < samples.length; i++) bytes[i] = rounded[samples[i]!]!;
  return bytes;
}

/** Makes the decoder fail to allocate memory beyond a limit. Then it returns a text. */
function limitMemory(memory: WebAssembly.Memory, maxBytes: number): void {
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65_536 > maxBytes) throw new RangeError("Cannot grow the memory: limit");
    return WebAssembly.Memory.prototype.grow.call(memory, pages);
  };
}
