import decodeAvifFactory from "@jsquash/avif/codec/dec/avif_dec.js";
import { createEmscriptenPool } from "@/lib/images/codecs/emscripten.ts";
import { brokenImageError } from "@/lib/images/image_error.ts";
import type { Pixels } from "@/lib/images/pixels.ts";
import { avifDecoder } from "@/lib/images/wasm/avif_module.js";

/** libavif's decoder; `null` means that the file is damaged. */
interface AvifDecoder {
  decode(bytes: Uint8Array, bitDepth: number): Pixels | null;
}

const decoders = createEmscriptenPool<AvifDecoder>(decodeAvifFactory as never, avifDecoder);

/**
 * Decodes an AVIF, without its orientation. Of an image sequence it decodes the still image.
 *
 * @throws {ImageError} `broken_image`.
 */
export async function decodeAvif(bytes: Uint8Array): Promise<Pixels> {
  const file = bytes.slice();
  // With the brand `avis` it would decode the sequence, whose size was not checked.
  file.set(new TextEncoder().encode("avif"), 8);
  const image = await decoders.use(({ decode }) => decode(file, 8));
  decoders.release();
  if (image === null) throw brokenImageError("its AVIF data is damaged");
  return { width: image.width, height: image.height, data: image.data };
}
