// deno-lint-ignore-file camelcase -- the names of the module's exports
import type { Pixels } from "@/lib/images/pixels.ts";
import { InstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** The exports of ImageScript's JPEG module that are used here. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  walloc(length: number): number;
  wlen(): number;
  decode(address: number, length: number, width: number, height: number): number;
  decode_width(picture: number): number;
  decode_height(picture: number): number;
  decode_format(picture: number): number;
  decode_buffer(picture: number): number;
  decode_free(picture: number): void;
}

/** Decodes a JPEG in CMYK. */
export type CmykDecoder = (bytes: Uint8Array) => Pixels;

/** The result of `decode_format` for CMYK. */
const CMYK = 2;

/** Results of `decode` from 0 to below this are errors. All others are addresses: beyond 2 GiB they are negative. */
const FIRST_ADDRESS = 2;

/** Creates the instance pool of the decoder. */
export function createCmykPool(module: WebAssembly.Module): InstancePool<CmykDecoder> {
  return InstancePool.fromModule(module, (exports: Exports) => (bytes) => decode(exports, bytes));
}

function decode(exports: Exports, bytes: Uint8Array): Pixels {
  const address = exports.walloc(bytes.length);
  new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
  const picture = exports.decode(address, bytes.length, 0, 0);
  if (picture >= 0 && picture < FIRST_ADDRESS) throw new Error("Cannot decode the image: must be a valid JPEG");
  if (exports.decode_format(picture) !== CMYK) throw new Error("Cannot decode the image: must be CMYK");
  const inks = new Uint8ClampedArray(exports.memory.buffer, exports.decode_buffer(picture), exports.wlen()).slice();
  const width = exports.decode_width(picture), height = exports.decode_height(picture);
  exports.decode_free(picture);
  return { width, height, data: toRgb(inks) };
}

/** Converts CMYK, where 255 is full ink, to RGBA in place. (In the conversion of ImageScript, 255 means no ink.) */
function toRgb(inks: Uint8ClampedArray<ArrayBuffer>): Uint8ClampedArray<ArrayBuffer> {
  for (let i = 0; i < inks.length; i += 4) {
    const light = 1 - inks[i + 3]! / 255;
    inks[i] = (255 - inks[i]!) * light;
    inks[i + 1] = (255 - inks[i + 1]!) * light;
    inks[i + 2] = (255 - inks[i + 2]!) * light;
    inks[i + 3] = 255;
  }
  return inks;
}
