// Turns the samples of a PNG into red, green, blue and alpha. Up to 16 bytes behind them may be read, and up to 64
// behind the pixels overwritten.

/** The colour types of a PNG, but for colours with alpha, which are what is wanted. */
export const GREY: i32 = 0, COLOUR: i32 = 2, PALETTE: i32 = 3, GREY_ALPHA: i32 = 4;

/** Where the colours of a palette are handed in, all 256 of them. */
export const COLOURS: usize = memory.data(256 * 4, 16);

/** Turns so many samples of a colour type into pixels. */
export function expand(colourType: i32, target: usize, source: usize, pixels: usize): void {
  const end = target + pixels * 4;
  if (colourType == COLOUR) expandColour(target, source, end);
  else if (colourType == GREY) expandGrey(target, source, end);
  else if (colourType == GREY_ALPHA) expandGreyAlpha(target, source, end);
  else expandPalette(target, source, end);
}

function expandColour(target: usize, source: usize, end: usize): void {
  for (; target < end; target += 16, source += 12) {
    const opaque = i8x16.splat(-1), four = v128.load(source);
    v128.store(target, i8x16.shuffle(four, opaque, 0, 1, 2, 16, 3, 4, 5, 16, 6, 7, 8, 16, 9, 10, 11, 16));
  }
}

function expandGrey(target: usize, source: usize, end: usize): void {
  for (; target < end; target += 16, source += 4) {
    const opaque = i8x16.splat(-1), four = v128.load32_zero(source);
    v128.store(target, i8x16.shuffle(four, opaque, 0, 0, 0, 16, 1, 1, 1, 16, 2, 2, 2, 16, 3, 3, 3, 16));
  }
}

function expandGreyAlpha(target: usize, source: usize, end: usize): void {
  for (; target < end; target += 16, source += 8) {
    const four = v128.load64_zero(source);
    v128.store(target, i8x16.swizzle(four, i8x16(0, 0, 0, 1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 6, 6, 7)));
  }
}

function expandPalette(target: usize, source: usize, end: usize): void {
  for (; target < end; target += 4, source++) store<u32>(target, load<u32>(COLOURS + (<usize>load<u8>(source) << 2)));
}
