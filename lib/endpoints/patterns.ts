// The forms of parameters as regular expressions. They are exact, because programs generate requests from them.

const LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";
const TOP_LEVEL_LABEL = "[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

/** A host name of at least two labels, such as `ads.example.com`, in ASCII. */
export const DOMAIN_PATTERN = `^(?:${LABEL}\\.)+${TOP_LEVEL_LABEL}$`;

const OCTET = toWholePattern(0, 255);
const HOST = `(?:(?:${LABEL}\\.)*${TOP_LEVEL_LABEL}|(?:${OCTET}\\.){3}${OCTET})`;
const WEB_URL = `https?://${HOST}(?::${toWholePattern(0, 65_535)})?(?:[/?#][^\\s\\\\]*)?`;
// The last group is padded, and its unused bits are zero.
const BASE64 = "(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?";

/** The image of a filter: a URL in ASCII, an image in base64, or a path of this service. */
export const IMAGE_PATTERN = `^(?:${WEB_URL}|data:image/[a-z]+;base64,${BASE64}|/(?:[^/\\s\\\\][^\\s\\\\]*)?)$`;

/** Returns the form of the decimal numbers of a range. Its ends are whole, and a negative one is minus the other. */
export function toNumberPattern({ min, max }: { readonly min: number; readonly max: number }): string {
  const below = toWholePattern(Math.max(min, 0), max - 1);
  return `${min < 0 ? "-?" : ""}(?:${below}(?:\\.\\d{1,17})?|${max})`;
}

/** Returns the form of the whole numbers from `min`, which has one digit, to `max`: `(?:[0-9]|1[0-2])`. */
function toWholePattern(min: number, max: number): string {
  const digits = String(max);
  const shorter = Array.from(digits.slice(1), (_, more) => more === 0 ? `[${min}-9]` : `[1-9]${"\\d".repeat(more)}`);
  const equal = Array.from(digits, (digit, at) => {
    const lowest = at > 0 ? 0 : digits.length > 1 ? 1 : min;
    const highest = at < digits.length - 1 ? Number(digit) - 1 : Number(digit);
    const rest = "\\d".repeat(digits.length - at - 1);
    return highest < lowest ? [] : `${digits.slice(0, at)}[${lowest}-${highest}]${rest}`;
  });
  return `(?:${[...shorter, ...equal.flat()].join("|")})`;
}
