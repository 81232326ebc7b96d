/** The families of licences that allow everybody to show and change a picture. */
export const FAMILIES = ["cc0", "pd", "by", "by-sa"] as const;

/** A family of licences: CC0, public domain, CC BY or CC BY-SA. */
export type LicenseFamily = typeof FAMILIES[number];

/** A licence that permits reuse. */
export interface License {
  readonly family: LicenseFamily;
  /** Its name, for example "CC BY-SA 4.0". */
  readonly name: string;
  /** Its text. */
  readonly url: string;
}

const SITE = "https://creativecommons.org/";

const CC0: License = { family: "cc0", name: "CC0 1.0", url: `${SITE}publicdomain/zero/1.0/` };
const PUBLIC_DOMAIN: License = { family: "pd", name: "Public domain", url: `${SITE}publicdomain/mark/1.0/` };

/**
 * Family, version, and country (or "igo", for international organizations). Several versions may be listed, of which the
 * first one is used; "migrated" means that the licence was the GFDL once.
 */
const CODE = /^cc-(by|by-sa)-(\d\.\d)(?:[,-]\d\.\d)*(?:-([a-z]{2}|igo))?(?:-migrated(?:-with-disclaimers)?)?$/;

/**
 * Reads a licence from its code on Wikimedia Commons ("cc-by-sa-3.0-de") or from its short name ("CC BY-SA 3.0 de").
 * Returns `undefined` for all others, also for those that forbid commercial use (NC) or changes (ND).
 */
export function parseLicense(text: string): License | undefined {
  const code = text.trim().toLowerCase().replaceAll(/[\s_]+/g, "-");
  if (/(^|-)n[cd](-|$)/.test(code)) return undefined;
  if (/^cc-?(0|zero)\b/.test(code)) return CC0;
  if (/^(pd|cc-pd|public-domain)(-|$)/.test(code)) return PUBLIC_DOMAIN;
  const [, family, version, country] = CODE.exec(code) ?? [];
  if (version === undefined || (family !== "by" && family !== "by-sa")) return undefined;
  const parts = [family, version, ...(country === undefined ? [] : [country])];
  return { family, name: `CC ${parts.join(" ").toUpperCase()}`, url: `${SITE}licenses/${parts.join("/")}/` };
}
