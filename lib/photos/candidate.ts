import type { Credit } from "@/lib/content/credits.ts";
import type { FilePage } from "@/lib/photos/commons.ts";
import { toPlainText } from "@/lib/photos/html_text.ts";
import { type License, type LicenseFamily, parseLicense } from "@/lib/photos/license.ts";

/** A photograph of the wiki that may be used. */
export interface Candidate {
  readonly pageId: number;
  readonly url: string;
  readonly bytes: number;
  readonly sha1: string;
  readonly title: string;
  /** When it was taken, as its author states it. */
  readonly date: string;
  readonly family: LicenseFamily;
  readonly credit: Required<Credit>;
}

/** Why a file is not used. The summary counts the files for each reason. */
export interface Refusal {
  readonly reason: string;
  /** Whether the wiki states a licence that is not accepted. */
  readonly isAboutLicense?: true;
}

/** The shortest side of a photograph in pixels. */
export const MIN_SIDE = 640;

/** The largest photograph: its decoded pixels take 256 MB. Cameras rarely have more than 61 megapixels. */
export const MAX_PIXELS = 64_000_000;

/** The largest file. A JPEG of 61 megapixels has 20 to 40 MB. */
const MAX_BYTES = 60 * 1024 * 1024;

/** Formats of photographs. PNG and GIF files of the wiki are mostly drawings, cut-outs and screenshots. */
const PHOTO_TYPES: readonly string[] = ["image/jpeg", "image/webp"];

const MAX_CHARACTERS = 300;

/** Decides from its description whether a file may be used: its type, size, licence and author. */
export function judgePage(page: FilePage, families: readonly LicenseFamily[]): Candidate | Refusal {
  const info = page.imageinfo?.[0];
  if (info === undefined || "filemissing" in info) return { reason: "the wiki has no file or no description" };
  if (!PHOTO_TYPES.includes(info.mime)) return { reason: `not a photograph: ${toPlainText(info.mime)}` };
  if (Math.min(info.width, info.height) < MIN_SIDE) return { reason: `a side is shorter than ${MIN_SIDE} px` };
  if (info.width * info.height > MAX_PIXELS || info.size > MAX_BYTES) return { reason: "too large to decode" };
  const textOf = (name: string) => toPlainText(String(info.extmetadata[name]?.value ?? "")).slice(0, MAX_CHARACTERS);
  const license = findLicense(textOf);
  if (license === undefined || !families.includes(license.family)) {
    const name = license?.name ?? (textOf("LicenseShortName") || textOf("License"));
    return name === "" ? { reason: "no licence is stated" } : { reason: `licence: ${name}`, isAboutLicense: true };
  }
  // Some authors state how they want to be credited.
  const author = textOf("Attribution") || textOf("Artist");
  const needsAuthor = license.family === "by" || license.family === "by-sa";
  if (author === "" && needsAuthor) return { reason: "no author to credit" };
  return {
    pageId: page.pageid,
    url: info.url,
    bytes: info.size,
    sha1: info.sha1.toLowerCase(),
    title: toPlainText(page.title.replace(/^File:/, "").replace(/\.\w{2,5}$/, "")).slice(0, MAX_CHARACTERS),
    date: textOf("DateTimeOriginal") || (info.timestamp ?? ""),
    family: license.family,
    credit: {
      author: author || "Unknown author",
      license: license.name,
      licenseUrl: license.url,
      source: info.descriptionurl,
    },
  };
}

function findLicense(textOf: (name: string) => string): License | undefined {
  // Both must agree if both are known: a name with "NC" must not be hidden by a code.
  const [code, name] = [textOf("License"), textOf("LicenseShortName")];
  if (textOf("NonFree") === "true" || /\bN[CD]\b/.test(name)) return undefined;
  return parseLicense(code) ?? parseLicense(name);
}
