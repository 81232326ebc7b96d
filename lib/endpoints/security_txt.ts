import type { Installation } from "@/lib/endpoints/endpoint.ts";

/** How long the file is valid. RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Renders `security.txt` (RFC 9116). It expires at midnight so that the text changes only once a day. */
export function renderSecurityTxt({ contact, origin }: Pick<Installation, "contact" | "origin">, now: Date): string {
  const expires = new Date(now);
  expires.setUTCHours(24 * VALID_DAYS, 0, 0, 0);
  return [
    `Contact: ${contact ?? `${origin}/#policy`}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    `Policy: ${origin}/#policy`,
    "",
  ].join("\n");
}
