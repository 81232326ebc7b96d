import type { Installation } from "@/lib/endpoints/endpoint.ts";

/** How long the file is valid. RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

const DAY_MS = 86_400_000;

/** Renders `security.txt` (RFC 9116). It expires at midnight so that the text changes only once a day. */
export function renderSecurityTxt({ contact, origin }: Pick<Installation, "contact" | "origin">, now: Date): string {
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS);
  return [
    `Contact: ${contact ?? `${origin}/#policy`}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    `Policy: ${origin}/#policy`,
    "",
  ].join("\n");
}
