import { brokenImageError } from "../image_error.ts";

/** The first `seq_level_idx` that a tier follows. */
const FIRST_TIERED_LEVEL = 8;

/**
 * Reads the size of the largest frame from the content of a sequence header (AV1 specification, 5.5.1): a decoder
 * rejects frames that are larger. Returns its pixels.
 *
 * @throws {ImageError} `broken_image` if it ends early.
 */
export function readMaxFramePixels(header: Uint8Array): number {
  const bits = new BitReader(header);
  // seq_profile and still_picture
  bits.skip(4);
  const isReduced = bits.readFlag();
  if (isReduced) bits.skip(5);
  else skipOperatingPoints(bits);
  const widthBits = bits.read(4) + 1, heightBits = bits.read(4) + 1;
  return (bits.read(widthBits) + 1) * (bits.read(heightBits) + 1);
}

function skipOperatingPoints(bits: BitReader): void {
  const hasTiming = bits.readFlag();
  const delayBits = hasTiming ? readDelayBits(bits) : undefined;
  const hasDisplayDelay = bits.readFlag();
  for (let left = bits.read(5); left >= 0; left--) {
    // operating_point_idc
    bits.skip(12);
    const level = bits.read(5);
    if (level >= FIRST_TIERED_LEVEL) bits.skip(1);
    // Two delays, and low_delay_mode_flag.
    if (delayBits !== undefined && bits.readFlag()) bits.skip(2 * delayBits + 1);
    if (hasDisplayDelay && bits.readFlag()) bits.skip(4);
  }
}

/** Reads timing_info() and decoder_model_info(). Returns how many bits a delay has, if there is a decoder model. */
function readDelayBits(bits: BitReader): number | undefined {
  // num_units_in_display_tick and time_scale
  bits.skip(64);
  const hasEqualIntervals = bits.readFlag();
  if (hasEqualIntervals) skipVariableLength(bits);
  const hasModel = bits.readFlag();
  if (!hasModel) return undefined;
  const delayBits = bits.read(5) + 1;
  // num_units_in_decoding_tick and the lengths of two times
  bits.skip(32 + 5 + 5);
  return delayBits;
}

/** Skips a number with as many bits as zeros precede it (4.10.3). libaom rejects 32 zeros here. */
function skipVariableLength(bits: BitReader): void {
  let zeros = 0;
  while (!bits.readFlag()) if (++zeros === 32) throw brokenImageError();
  bits.skip(zeros);
}

/** Reads numbers of any number of bits, the highest first. */
class BitReader {
  readonly #bytes: Uint8Array;
  /** The position of the next bit. */
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Reads up to 16 bits. */
  read(count: number): number {
    let value = 0;
    for (const end = this.#at + count; this.#at < end; this.#at++) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw brokenImageError("it is cut off");
      value = value << 1 | byte >> (7 - (this.#at & 7)) & 1;
    }
    return value;
  }

  readFlag(): boolean {
    return this.read(1) === 1;
  }

  skip(count: number): void {
    this.#at += count;
  }
}
