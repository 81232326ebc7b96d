import { basename, extname } from "@std/path";

const EXTENSIONS: Readonly<Record<string, string>> = { jpg: "jpg", jpeg: "jpg", png: "png", gif: "gif", webp: "webp" };

/** The media type of each type of picture, by its extension. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
};

/** The type of picture that a name promises, or `undefined`. */
export function toType(path: string): string | undefined {
  const extension = extname(path).slice(1).toLowerCase();
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
}

/** The id of some content: 16 hexadecimal digits of its SHA-256. */
export async function toId(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return hash.subarray(0, 8).toHex();
}

/** The text that a name makes, if any: `Mia_on-the%20roof.jpg` is "Mia on the roof". */
export function toAlt(path: string): string | undefined {
  return decode(basename(path, extname(path))).replaceAll(/[-_\s/]+/g, " ").trim() || undefined;
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // A lone percent sign is a percent sign.
  }
}
