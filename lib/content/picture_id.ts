import { extname } from "@std/path";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".png": "image/png",
  ".gif": "image/gif",
  ".webp": "image/webp",
};

/** Returns the media type of a picture by its extension, or `undefined` if it is not known. */
export function mediaTypeOf(path: string): string | undefined {
  return MEDIA_TYPES[extname(path).toLowerCase()];
}

/** Returns the id of a picture: the first 16 hexadecimal digits of the SHA-256 hash of its content or URL. */
export async function toId(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return hash.subarray(0, 8).toHex();
}
