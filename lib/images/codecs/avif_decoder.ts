import createDecoder from "@jsquash/avif/codec/dec/avif_dec.js";
import { createEmscriptenPool } from "./emscripten.ts";
import { brokenImageError } from "../image_error.ts";
import type { Pixels } from "../pixels.ts";
import type { Instance, InstancePool } from "../wasm/instance_pool.ts";

/** libavif's decoder. */
export interface AvifDecoder extends Instance {
  decode(bytes: Uint8Array, bitDepth: 8): Pixels | null;
}

/** Creates the pool of its instances. */
export function createAvifDecoderPool(module: WebAssembly.Module): InstancePool<AvifDecoder> {
  return createEmscriptenPool(createDecoder, module);
}

/** Decodes the primary image of an AVIF, without its orientation. @throws {ImageError} `broken_image`. */
export function decodeAvif(pool: InstancePool<AvifDecoder>, bytes: Uint8Array): Pixels {
  // The coded image may be larger than the file says. It is scaled then, and the memory of the job is limited.
  const image = pool.use((codec) => codec.decode(bytes, 8));
  if (image === null) throw brokenImageError("its AVIF data is damaged");
  const { width, height, data } = image;
  return { width, height, data };
}
