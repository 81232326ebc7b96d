import { basename, extname } from "@std/path";
import { decodePercent } from "@/lib/http/request_url.ts";

/** Names that cameras and telephones give their files, with the number that follows. */
const CAMERA_NAME =
  /(^|\s)(?:img|imgp|image|dsc|dscn|dscf|dscf?n|pxl|mvi|sam|cimg|hpim|gopr|pict|picture|photo|pano|wp|_?mg|p|l)\s?\d{3,}(?=\s|$)/gi;

/** Notes in brackets about the file instead of the picture: "(cropped)", "(cropped 2)", "(12345678)". */
const BRACKETS =
  /[([]\s*(?:(?:cropped|crop|edited|edit|retouched|rotated|resized|scaled|straightened|version|original|copy|flickr|unsplash|pixabay|pexels)\b[^)\]]*|[\d\s.,x×-]*)\s*[)\]]/gi;

/** Dates, times, counters, sizes and catalogue numbers. Short numbers inside a text stay: "two cats, 3 weeks old". */
const NUMBERS = [
  /(^|\s)(?:19|20)\d\d[\s.]?[01]\d[\s.]?[0-3]\d(?:[\sT]?[\d.: ]{4,})?(?=\s|$)/g,
  /(^|\s)\d+\s?(?:px|[x×]\s?\d+(?:px)?)(?=\s|$)/gi,
  /(^|\s)[#№]?\d{3,}(?=[\s,.;]|$)/g,
  /^\s*[#№]?\d+(?=\s)/,
  /\s[#№]?\d+\s*$/,
];

/** The author at the end of a name: "Siamese cat by Alice Example". A place has no capital letter: "cat by the sea". */
const AUTHOR = /[\s,(-]+(?:photo(?:graph)?(?:ed)?\s+)?by\s+\p{Lu}[^)]*\)?\s*$/u;

/**
 * Converts the name of a file or the title of a photograph to an alternative text: `Mia_on-the%20roof_(cropped).jpg`
 * becomes "Mia on the roof". Returns `undefined` if nothing is left, for example of `IMG_1234.jpg`.
 */
export function toAltText(path: string): string | undefined {
  return cleanTitle(decodePercent(basename(path, extname(path))));
}

/** Cleans a title. Returns `undefined` if it has no word. */
export function cleanTitle(title: string): string | undefined {
  // With `/`, because a decoded `%2F` becomes one.
  let text = title.replace(/[-_\s/]+/g, " ");
  // The conditions halve the time for ten thousand titles.
  if (/[([]/.test(text)) text = text.replace(BRACKETS, " ");
  if (/\d{3}/.test(text)) text = text.replace(CAMERA_NAME, "$1");
  if (text.includes("by ")) text = text.replace(AUTHOR, "");
  if (/\d/.test(text)) { for (const pattern of NUMBERS) text = text.replace(pattern, " "); }
  text = text.replace(/\s+/g, " ").replace(/^[\s.,;:–—-]+|[\s.,;:–—-]+$/g, "").replace(/\s+([,.;:])/g, "$1");
  return /\p{L}/u.test(text) ? text : undefined;
}
