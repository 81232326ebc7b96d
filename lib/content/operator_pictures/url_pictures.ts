import { isRecord, parseCredit } from "@/lib/content/operator_pictures/credits.ts";
import {
  type LoadedPictures,
  mediaTypeOf,
  toAltText,
  toId,
  type UrlPicture,
} from "@/lib/content/operator_pictures/operator_picture.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { withoutByteOrderMark } from "@/lib/text/byte_order_mark.ts";

/**
 * Loads a list of pictures on other servers: an array of URLs or of `{ url, alt, credit }`. Entries that cannot be used
 * are left out. A list that is not a JSON array has no pictures.
 *
 * @throws {Error} if the file cannot be read, so that its pictures are unknown.
 */
export async function loadUrlPictures(path: string): Promise<LoadedPictures> {
  const text = await Deno.readTextFile(path);
  const pictures: UrlPicture[] = [];
  const warnings: string[] = [];
  try {
    for (const entry of parseList(text)) {
      await parseEntry(entry).then((picture) => pictures.push(picture), (error) => {
        warnings.push(`Cannot use an entry of "${path}": ${messageOf(error)}, got ${JSON.stringify(entry)}`);
      });
    }
  } catch (error) {
    warnings.push(`Cannot use "${path}": ${messageOf(error)}`);
  }
  return { pictures, warnings };
}

function parseList(text: string): readonly unknown[] {
  const list: unknown = JSON.parse(withoutByteOrderMark(text));
  if (!Array.isArray(list)) throw new TypeError("must be a JSON array of URLs");
  return list;
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
