import { concat, toLatin1, toLittleEndian } from "../bytes.ts";
import type { Size } from "../pixels.ts";

/** The flags of a VP8X chunk: what the file has. */
export const ANIMATION = 0x02, ALPHA = 0x10, PROFILE = 0x20;

/** Creates a WebP file with a VP8X chunk and the chunks that follow it. */
export function toWebpFile({ width, height }: Size, flags: number, chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const header = [flags, 0, 0, 0, ...toLittleEndian(3, width - 1, height - 1)];
  return toRiffChunk("RIFF", toLatin1("WEBP"), toRiffChunk("VP8X", header), ...chunks);
}

/** Creates a RIFF chunk. A file is one, too. */
export function toRiffChunk(type: string, ...content: ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const length = content.reduce((sum, piece) => sum + piece.length, 0);
  const padding = length & 1 ? [0] : [];
  return concat([toLatin1(type), toLittleEndian(4, length), ...content, padding]);
}
