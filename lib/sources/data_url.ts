import { ApiError } from "@/lib/http/errors.ts";
import { refuse, toShown } from "@/lib/sources/image_url.ts";

/**
 * Reads the bytes of a `data:image/…;base64,…` address, strictly: padded, and nothing but the alphabet.
 *
 * @throws {ApiError} `unsupported_format` when it says it is no image, `invalid_parameter` when it is broken,
 * `source_too_large` when it holds more than `maxBytes`.
 */
export function parseDataUrl(text: string, maxBytes: number): Uint8Array<ArrayBuffer> {
  const comma = text.indexOf(",");
  if (comma < 0) throw refuse(text, "must have a comma between the type and the data");
  const [type = "", ...attributes] = text.slice("data:".length, comma).toLowerCase().split(";");
  if (!type.startsWith("image/")) {
    throw new ApiError("unsupported_format", `Cannot filter data of the type "${toShown(type)}": it must be an image`);
  }
  if (attributes.at(-1)?.trim() !== "base64") throw refuse(text, 'must have ";base64" before the comma');
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const length = Math.floor((text.length - comma - 1) * 3 / 4) - padding;
  if (length > maxBytes) throw tooLarge(maxBytes, length);
  return decode(text, comma + 1);
}

/** Makes the 422 for a source of more bytes than allowed. */
export function tooLarge(limit: number, got: number): ApiError {
  return new ApiError("source_too_large", `Cannot filter an image of more than ${limit} bytes: it has ${got} or more`, {
    details: { limit, got },
  });
}

function decode(text: string, start: number): Uint8Array<ArrayBuffer> {
  // A "+" that was not escaped in the query arrives as a space. No other white space belongs here.
  const data = text.slice(start).replaceAll(" ", "+");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) throw refuse(text, "must hold base64 after the comma and nothing else");
  try {
    return Uint8Array.fromBase64(data, { lastChunkHandling: "strict" });
  } catch (cause) {
    throw Object.assign(refuse(text, "must hold whole, padded base64 after the comma"), { cause });
  }
}
