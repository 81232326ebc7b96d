import type { OperatorPicture, Warn } from "@/lib/content/operator_pictures.ts";
import { MEDIA_TYPES, toAlt, toId, toType } from "@/lib/content/operator_names.ts";

/**
 * Reads a list of addresses, `["https://…", …]`.
 *
 * @throws {Error} When the file cannot be read or is no list.
 */
export async function loadAddresses(path: string, warn: Warn): Promise<OperatorPicture[]> {
  const pictures = new Map<string, OperatorPicture>();
  for (const entry of parseList(await Deno.readTextFile(path))) {
    const picture = await toPicture(entry);
    if (picture !== undefined) pictures.set(picture.id, picture);
    else warn(`Cannot use an entry of "${path}" as it must be an http or https address: ${JSON.stringify(entry)}`);
  }
  return [...pictures.values()];
}

function parseList(text: string): readonly unknown[] {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) throw new TypeError("it must be a list of addresses");
  return list;
}

async function toPicture(entry: unknown): Promise<OperatorPicture | undefined> {
  if (typeof entry !== "string" || !URL.canParse(entry)) return undefined;
  const { href, protocol, pathname } = new URL(entry);
  if (protocol !== "http:" && protocol !== "https:") return undefined;
  const id = await toId(new TextEncoder().encode(href));
  return { id, alt: toAlt(pathname), mediaType: MEDIA_TYPES[toType(pathname) ?? ""], url: href };
}
