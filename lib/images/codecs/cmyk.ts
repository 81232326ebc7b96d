// deno-lint-ignore-file camelcase -- the names are the module's
import type { Pixels } from "@/lib/images/picture.ts";
import { InstancePool } from "@/lib/images/wasm/instance_pool.ts";

/** What ImageScript's JPEG module exports, as far as it is used here. */
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

/** Reads a JPEG in four printing colours. */
export type CmykDecoder = (bytes: Uint8Array) => Pixels;

/** How the module says that a picture has four colours. */
const FOUR_COLOURS = 2;

/** Results of `decode` below this are errors, not addresses. */
const FIRST_ADDRESS = 2;

/** Creates the instance pool of the decoder. */
export function createCmykPool(module: WebAssembly.Module): InstancePool<CmykDecoder> {
  return InstancePool.fromModule(module, (exports: Exports) => (bytes) => decode(exports, bytes));
}

function decode(exports: Exports, bytes: Uint8Array): Pixels {
  const address = exports.walloc(bytes.length);
  new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
  const picture = exports.decode(address, bytes.length, 0, 0);
  if (picture >= 0 && picture < FIRST_ADDRESS) throw new Error("Cannot decode the picture");
  if (exports.decode_format(picture) !== FOUR_COLOURS) throw new Error("Cannot find four colours in the picture");
  const inks = new Uint8ClampedArray(exports.memory.buffer, exports.decode_buffer(picture), exports.wlen()).slice();
  const pixels = {
    width: exports.decode_width(picture),
    height: exports.decode_height(picture),
    data: toColours(inks),
  };
  exports.decode_free(picture);
  return pixels;
}

/** Light is what an ink and the black let through; 255 is full ink. (ImageScript itself takes it for none.) */
function toColours(inks: Uint8ClampedArray<ArrayBuffer>): Uint8ClampedArray<ArrayBuffer> {
  for (let i = 0; i < inks.length; i += 4) {
    const light = 1 - inks[i + 3]! / 255;
    inks[i] = (255 - inks[i]!) * light;
    inks[i + 1] = (255 - inks[i + 1]!) * light;
    inks[i + 2] = (255 - inks[i + 2]!) * light;
    inks[i + 3] = 255;
  }
  return inks;
}
