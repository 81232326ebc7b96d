import type { Credit } from "@/lib/content/credits.ts";
import type { FilePage } from "@/lib/photos/api_response.ts";
import { type LicenseFamily, parseLicense } from "@/lib/photos/license.ts";
import { toPlainText } from "@/lib/photos/plain_text.ts";

/** A photograph of the wiki, as `credits.json` describes it. */
export interface Photograph extends Required<Credit> {
  readonly title: string;
  /** When it was taken, as its author states it. */
  readonly date: string;
  readonly pageId: number;
  /** The checksum of the original. */
  readonly sha1: string;
}

/** A photograph that may be used, with the thumbnail to download. */
export interface Candidate {
  readonly photograph: Photograph;
  readonly thumbnail: { readonly url: string; readonly width: number; readonly height: number };
}

/** How the reason begins if the wiki states a licence that is not accepted. */
export const LICENSE_REASON = "licence: ";

/** The shortest side of a photograph in pixels. */
const MIN_SIDE = 640;

/** Formats of photographs. PNG and GIF files of the wiki are mostly drawings, cut-outs and screenshots. */
const PHOTO_TYPES: readonly string[] = ["image/jpeg", "image/webp"];

/** Decides from its description whether a file may be used. Returns the reason if it may not. */
export function judgePage(
  { pageid, title, imageinfo }: FilePage,
  families: readonly LicenseFamily[],
): Candidate | string {
  const info = imageinfo?.[0];
  if (info === undefined) return "the wiki has no description of it";
  if (!PHOTO_TYPES.includes(info.mime)) return `not a photograph: ${toPlainText(info.mime)}`;
  if (Math.min(info.width, info.height) < MIN_SIDE) return `a side is shorter than ${MIN_SIDE} px`;
  const textOf = (name: string) => toPlainText(String(info.extmetadata[name]?.value ?? ""));
  const code = textOf("License"), name = textOf("LicenseShortName");
  // Both must agree if both are known: a name with "NC" must not be hidden by a code.
  const isFree = textOf("NonFree") !== "true" && !/\bN[CD]\b/.test(name);
  const license = isFree ? parseLicense(code) ?? parseLicense(name) : undefined;
  if (license === undefined || !families.includes(license.family)) {
    const stated = license?.name ?? (name || code);
    return stated === "" ? "no licence is stated" : LICENSE_REASON + stated;
  }
  // Some authors state how they want to be credited.
  const author = textOf("Attribution") || textOf("Artist");
  if (author === "" && license.family.startsWith("by")) return "no author to credit";
  if (info.thumburl === undefined) return "the wiki cannot scale it";
  return {
    photograph: {
      title: toPlainText(title.replace(/^File:/, "").replace(/\.\w{2,5}$/, "")),
      author: author || "Unknown author",
      license: license.name,
      licenseUrl: license.url,
      source: info.descriptionurl,
      date: textOf("DateTimeOriginal") || info.timestamp,
      pageId: pageid,
      sha1: info.sha1,
    },
    thumbnail: { url: info.thumburl, width: info.thumbwidth, height: info.thumbheight },
  };
}
