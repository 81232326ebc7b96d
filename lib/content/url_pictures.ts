import { isRecord, parseCredit } from "@/lib/content/credits.ts";
import { mediaTypeOf, toAltText, toId, type UrlPicture, type Warn } from "@/lib/content/operator_picture.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { withoutByteOrderMark } from "@/lib/text/byte_order_mark.ts";

/**
 * Loads a list of pictures on other servers: an array of URLs or of `{ url, alt, credit }`. Entries that cannot be used
 * are reported to `warn` and left out.
 *
 * @throws {Error} if the file cannot be read or is not a JSON array.
 */
export async function loadUrlPictures(path: string, warn: Warn): Promise<UrlPicture[]> {
  const list: unknown = JSON.parse(withoutByteOrderMark(await Deno.readTextFile(path)));
  if (!Array.isArray(list)) throw new TypeError("must be a JSON array of URLs");
  const pictures: UrlPicture[] = [];
  for (const entry of list) {
    try {
      pictures.push(await parseEntry(entry));
    } catch (error) {
      warn(`Cannot use an entry of "${path}": ${messageOf(error)}, got ${JSON.stringify(entry)}`);
    }
  }
  return pictures;
}

async function parseEntry(entry: unknown): Promise<UrlPicture> {
  const { url: text, alt, credit } = isRecord(entry) ? entry : { url: entry };
  const url = typeof text === "string" ? URL.parse(text) : null;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") throw new TypeError("must be an http or https URL");
  if (alt !== undefined && typeof alt !== "string") throw new TypeError("must have a string as its alt");
  const { href, pathname } = url;
  return {
    id: await toId(new TextEncoder().encode(href)),
    alt: alt?.trim() || toAltText(pathname),
    mediaType: mediaTypeOf(pathname),
    url: href,
    credit: credit === undefined ? undefined : await parseCredit(credit),
  };
}
