/** Options of {@linkcode renderSecurityTxt}. */
export interface SecurityTxtOptions {
  /** Where to report: a `mailto:` or `https:` address. */
  readonly contact: string;
  /** What stands before every path, such as `https://example.org`. */
  readonly base: string;
  readonly now: Date;
}

/** How long a copy may be relied on; RFC 9116 asks for less than a year. */
const VALID_DAYS = 180;

const DAY_MS = 86_400_000;

/** Writes `security.txt` (RFC 9116): whom to tell about a hole. The date is a whole day, so that it can be kept. */
export function renderSecurityTxt({ contact, base, now }: SecurityTxtOptions): string {
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${base}/.well-known/security.txt`,
    `Policy: ${base}/#policy`,
    "",
  ].join("\n");
}
