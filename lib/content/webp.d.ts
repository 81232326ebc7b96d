/** Encodes RGBA pixels of a square as WebP. */
export function encodeWebp(pixels: Uint8Array<ArrayBuffer>, side: number): Promise<Uint8Array<ArrayBuffer>>;
