import { domainToASCII } from "node:url";
import { getPublicSuffix } from "tldts";

/** Why a name cannot stand in a list. */
export type Reason =
  | "address"
  | "characters"
  | "exception"
  | "idna"
  | "label"
  | "length"
  | "one_label"
  | "pattern"
  | "public_suffix"
  | "redirect"
  | "special"
  | "syntax";

/** A name or line that cannot stand in a list. */
export interface Rejection {
  readonly reason: Reason;
}

/** The longest name and the longest label of the domain system. */
const MAX_DOMAIN_CHARACTERS = 253;
const MAX_LABEL_CHARACTERS = 63;

/** Names that never leave a network (RFC 6761 and what hosts files start with): blocking them breaks machines. */
const SPECIAL_TOPS = new Set(["arpa", "internal", "invalid", "local", "localdomain", "localhost"]);

// Shared, not made anew: a bad source has a million of them.
const REJECTIONS = new Map<Reason, Rejection>();

/** Makes the rejection for a reason. */
export function reject(reason: Reason): Rejection {
  const known = REJECTIONS.get(reason) ?? Object.freeze({ reason });
  REJECTIONS.set(reason, known);
  return known;
}

/** Tells a rejection from a name. */
export function isRejection(value: string | Rejection): value is Rejection {
  return typeof value !== "string";
}

/**
 * Reads a host name that may be blocked: in lower case and punycode, with at least two labels, no address, and not a
 * suffix under which strangers register (`co.uk`, `github.io`).
 */
export function parseDomain(text: string): string | Rejection {
  const name = toPlain(text);
  if (isRejection(name)) return name;
  const fault = findFault(name);
  if (fault !== undefined) return reject(fault);
  if (SPECIAL_TOPS.has(name.slice(name.lastIndexOf(".") + 1))) return reject("special");
  return isPublicSuffix(name) ? reject("public_suffix") : name;
}

/** Finds the nearest name above a name, down to two labels, that passes a test. A loop: a generator took five times as long. */
export function findAncestor(domain: string, test: (ancestor: string) => boolean): string | undefined {
  let dot = domain.indexOf(".");
  const last = domain.lastIndexOf(".");
  while (dot < last) {
    const ancestor = domain.slice(dot + 1);
    if (test(ancestor)) return ancestor;
    dot = domain.indexOf(".", dot + 1);
  }
  return undefined;
}

// A leading "*." or "." and a final dot say nothing that a list could keep.
function toPlain(text: string): string | Rejection {
  let name = text.toLowerCase();
  if (name.startsWith("*.")) name = name.slice(2);
  if (name.startsWith(".")) name = name.slice(1);
  if (name.endsWith(".")) name = name.slice(0, -1);
  // deno-lint-ignore no-control-regex -- everything outside ASCII
  if (!/[^\x00-\x7f]/.test(name) && !name.includes("xn--")) return name;
  return domainToASCII(name) || reject("idna");
}

const DOT = 0x2e, HYPHEN = 0x2d, UNDERSCORE = 0x5f;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

// Character by character: a regular expression a label took four times as long on a million names.
function findFault(name: string): Reason | undefined {
  if (name.includes(":")) return "address";
  if (name.length > MAX_DOMAIN_CHARACTERS) return "length";
  let labelStart = 0;
  let labels = 1;
  let isNumeric = true;
  for (let at = 0; at <= name.length; at++) {
    const code = at < name.length ? name.charCodeAt(at) : DOT;
    if (code === DOT) {
      const length = at - labelStart;
      if (length === 0 || length > MAX_LABEL_CHARACTERS) return "label";
      if (name.charCodeAt(labelStart) === HYPHEN || name.charCodeAt(at - 1) === HYPHEN) return "label";
      if (at === name.length) break;
      labels++;
      labelStart = at + 1;
      isNumeric = true;
      continue;
    }
    if (isDigit(code)) continue;
    if (!isLetter(code) && code !== HYPHEN && code !== UNDERSCORE) return "characters";
    isNumeric = false;
  }
  // Only an address ends in digits: no top-level domain does.
  if (isNumeric) return "address";
  return labels < 2 ? "one_label" : undefined;
}

const SUFFIX_OPTIONS = { allowPrivateDomains: true, extractHostname: false, validateHostname: false, detectIp: false };

function isPublicSuffix(name: string): boolean {
  return getPublicSuffix(name, SUFFIX_OPTIONS) === name;
}
