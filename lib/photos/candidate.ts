import { z } from "zod";
import type { Credit, RecordedFile } from "@/lib/content/credits.ts";
import type { Page } from "@/lib/photos/commons.ts";
import { toPlainText } from "@/lib/photos/plain_text.ts";

/** The families of licences that allow everybody to show and change a picture. */
export const LICENSE_FAMILIES = ["cc0", "pd", "by", "by-sa"] as const;

/** A photograph that may be used, as `credits.json` describes it. */
export interface Photograph extends Required<Credit>, Pick<RecordedFile, "width" | "height"> {
  readonly title: string;
  /** When it was taken, as its author states it. */
  readonly date: string;
  readonly pageId: number;
  /** The checksum of the original. */
  readonly sha1: string;
  /** The URL of the picture in its width and height. */
  readonly thumbnail: string;
}

/** How the reason begins if the wiki states a licence that is not accepted. */
export const LICENSE_REASON = "licence: ";

const SIDE_PIXELS = z.int().min(640, "a side is shorter than 640 px");

/** The description of a file that may be used. */
const IMAGE_INFO = z.object({
  // PNG and GIF files of the wiki are mostly drawings, cut-outs and screenshots.
  mime: z.enum(["image/jpeg", "image/webp"], { error: ({ input }) => `not a photograph: ${input}` }),
  width: SIDE_PIXELS,
  height: SIDE_PIXELS,
  sha1: z.string().regex(/^[0-9a-f]{40}$/i).toLowerCase(),
  timestamp: z.string().default(""),
  descriptionurl: z.url({ protocol: /^https?$/ }),
  thumburl: z.url({ protocol: /^https?$/, error: "the wiki cannot scale it" }),
  thumbwidth: z.int(),
  thumbheight: z.int(),
  // PHP writes an empty map as an empty list.
  extmetadata: z.record(z.string(), z.object({ value: z.unknown() })).catch({}),
}, "the wiki has no description of it");

/** Decides from its description whether a file may be used. Returns the reason if it may not. */
export function checkPage({ pageid, title, imageinfo }: Page, families: readonly string[]): Photograph | string {
  const { data: info, error } = IMAGE_INFO.safeParse(imageinfo?.[0]);
  if (error !== undefined) return error.issues[0]!.message;
  const textOf = (field: string) => toPlainText(String(info.extmetadata[field]?.value ?? ""));
  const code = textOf("License"), name = textOf("LicenseShortName");
  // The code decides, but a name with "NC" or "ND" is refused whatever the code says.
  const isFree = textOf("NonFree") !== "true" && !/\bN[CD]\b/.test(name);
  const license = isFree ? parseLicense(code) ?? parseLicense(name) : undefined;
  if (license === undefined || !families.includes(license.family)) {
    const stated = license?.name ?? (name || code);
    return stated === "" ? "no licence is stated" : LICENSE_REASON + stated;
  }
  // Some authors state how they want to be credited.
  const author = textOf("Attribution") || textOf("Artist");
  if (author === "" && license.family.startsWith("by")) return "no author to credit";
  return {
    title: toPlainText(title.replace(/^File:/, "").replace(/\.\w{2,5}$/, "")),
    author: author || "Unknown author",
    license: license.name,
    licenseUrl: license.url,
    source: info.descriptionurl,
    date: textOf("DateTimeOriginal") || info.timestamp,
    pageId: pageid,
    sha1: info.sha1,
    thumbnail: info.thumburl,
    width: info.thumbwidth,
    height: info.thumbheight,
  };
}

/**
 * Family, version, and country (or "igo", for international organizations). Several versions may be listed, of which
 * the first one is used; "migrated" means that the licence was the GFDL once.
 */
const LICENSE_CODE = /^cc-(by|by-sa)-(\d\.\d)(?:[,-]\d\.\d)*(?:-([a-z]{2}|igo))?(?:-migrated(?:-with-disclaimers)?)?$/;

/**
 * Reads a licence from its code on Wikimedia Commons ("cc-by-sa-3.0-de") or from its short name ("CC BY-SA 3.0 de").
 * Returns `undefined` for all others, such as those that forbid commercial use (NC) or changes (ND).
 */
export function parseLicense(text: string): { family: string; name: string; url: string } | undefined {
  const code = text.toLowerCase().replaceAll(/[\s_]+/g, "-");
  const site = "https://creativecommons.org";
  if (/(^|-)n[cd](-|$)/.test(code)) return undefined;
  if (/^cc-?(0|zero)\b/.test(code)) return { family: "cc0", name: "CC0 1.0", url: `${site}/publicdomain/zero/1.0/` };
  if (/^(pd|cc-pd|public-domain)(-|$)/.test(code)) {
    return { family: "pd", name: "Public domain", url: `${site}/publicdomain/mark/1.0/` };
  }
  const parts = LICENSE_CODE.exec(code)?.slice(1).filter((part) => part !== undefined);
  if (parts === undefined) return undefined;
  const name = `CC ${parts.join(" ").toUpperCase()}`;
  return { family: parts[0]!, name, url: `${site}/licenses/${parts.join("/")}/` };
}
