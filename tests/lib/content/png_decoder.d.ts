/** Decodes a PNG. */
export function decodePng(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }>;
