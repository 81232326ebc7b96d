/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Returns the colour of six valid hexadecimal digits. */
export function parseColour(text: string): Rgb {
  const [red, green, blue] = Uint8Array.fromHex(text);
  return [red!, green!, blue!];
}
