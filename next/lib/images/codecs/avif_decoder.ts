import { repairAvif } from "./avif_repair.ts";
import { createEmscriptenPool } from "./emscripten.ts";
import type { IcodecImage } from "./icodec.ts";
import "./icodec.ts";
import { brokenImageError } from "../image_error.ts";
import type { Pixels } from "../pixels.ts";
import type { Instance, InstancePool } from "../wasm/instance_pool.ts";
import { createDecoder, module } from "../wasm/avif_module.js";

/** libavif's decoder; a text means that the file is damaged. */
interface AvifDecoder extends Instance {
  decode(bytes: Uint8Array): IcodecImage | string;
}

/** The pool of its instances. */
export const avifDecoders: InstancePool<AvifDecoder> = createEmscriptenPool<AvifDecoder>(createDecoder, module);

/**
 * Decodes an AVIF, without its orientation. Of an image sequence it decodes the still image.
 *
 * @throws {ImageError} `broken_image`.
 */
export function decodeAvif(bytes: Uint8Array): Pixels {
  const file = repairAvif(bytes);
  // The data may have another size than the file says: the decoder decodes any size, and scales it. readAvifHeader()
  // counts the pixels of both, and the memory of the job is limited.
  const image = avifDecoders.use(({ decode }) => decode(file));
  if (typeof image === "string") throw brokenImageError("its AVIF data is damaged");
  return { width: image.width, height: image.height, data: toBytes(image) };
}

function toBytes({ data, depth }: IcodecImage): Pixels["data"] {
  if (depth === 8) return data;
  const samples = new Uint16Array(data.buffer);
  const max = 2 ** depth - 1;
  const rounded = Uint8Array.from({ length: max + 1 }, (_, sample) => Math.round(sample * 255 / max));
  const bytes = new Uint8ClampedArray(samples.length);
  for (let i = 0; i < samples.length; i++) bytes[i] = rounded[samples[i]!]!;
  return bytes;
}
