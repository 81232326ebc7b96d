import { invalidUrlError, redactUrl, SourceError, sourceTooLargeError } from "@/lib/sources/source_errors.ts";

/**
 * Decodes a `data:image/…;base64,…` URL, strictly: padded, and nothing but the base64 alphabet.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseDataUrl("data:image/png;base64,iVBORw==", 4), Uint8Array.of(0x89, 0x50, 0x4e, 0x47));
 * ```
 *
 * @throws {SourceError} `unsupported_format` if its type is not an image, `invalid_url` if it is malformed,
 * `source_too_large` if it has more than `maxBytes`.
 */
export function parseDataUrl(text: string, maxBytes: number): Uint8Array<ArrayBuffer> {
  const comma = text.indexOf(",");
  if (comma < 0) throw invalidUrlError(text, "must have a comma between the type and the data");
  const [type = "", ...attributes] = text.slice("data:".length, comma).toLowerCase().split(";");
  if (!type.startsWith("image/")) {
    throw new SourceError("unsupported_format", `a data URL must be an image, got "${redactUrl(type)}"`);
  }
  if (attributes.at(-1)?.trim() !== "base64") throw invalidUrlError(text, 'must have ";base64" before the comma');
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const length = Math.floor((text.length - comma - 1) * 3 / 4) - padding;
  if (length > maxBytes) throw sourceTooLargeError(maxBytes, length);
  // A "+" that was not escaped in the query arrives as a space. No other white space is allowed.
  const data = text.slice(comma + 1).replaceAll(" ", "+");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) throw invalidUrlError(text, "must have only base64 after the comma");
  try {
    return Uint8Array.fromBase64(data, { lastChunkHandling: "strict" });
  } catch (cause) {
    throw invalidUrlError(text, "must have complete, padded base64 after the comma", { cause });
  }
}
