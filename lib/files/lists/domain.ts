import { domainToASCII } from "node:url";
import { getPublicSuffix } from "tldts";

/** A name or line that cannot be part of a list. */
export interface Rejection {
  /** Why it cannot, in one word for the report, such as `public_suffix`. */
  readonly reason: string;
}

/** The longest name and the longest label in DNS. */
const MAX_NAME_CHARACTERS = 253;
const MAX_LABEL_CHARACTERS = 63;

/** Names that never leave a network (RFC 6761, and the first lines of hosts files): blocking them breaks machines. */
const LOCAL_TOP_LEVEL_DOMAINS = new Set(["arpa", "internal", "invalid", "local", "localdomain", "localhost"]);

const SUFFIX_OPTIONS = { allowPrivateDomains: true, extractHostname: false, validateHostname: false, detectIp: false };

/**
 * Parses a host name that may be blocked, and returns it in lower case and Punycode. It must have at least two labels,
 * and must not be an address or a public suffix, under which anyone can register (`co.uk`, `github.io`).
 */
export function parseDomain(text: string): string | Rejection {
  let name = text.toLowerCase();
  // A leading "*." or "." and a final dot make no difference in lists.
  if (name.startsWith("*.")) name = name.slice(2);
  if (name.startsWith(".")) name = name.slice(1);
  if (name.endsWith(".")) name = name.slice(0, -1);
  // deno-lint-ignore no-control-regex -- everything outside ASCII
  if (/[^\x00-\x7f]/.test(name) || name.includes("xn--")) {
    name = domainToASCII(name);
    if (name === "") return { reason: "idna" };
  }
  const reason = findReason(name);
  if (reason !== undefined) return { reason };
  if (LOCAL_TOP_LEVEL_DOMAINS.has(name.slice(name.lastIndexOf(".") + 1))) return { reason: "special" };
  return getPublicSuffix(name, SUFFIX_OPTIONS) === name ? { reason: "public_suffix" } : name;
}

/**
 * Returns the nearest parent domain of at least two labels that passes a test. It is a loop because a generator took
 * five times as long.
 */
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

/** Returns whether a domain or one of its parents passes a test. */
export function isAtOrBelow(domain: string, test: (domain: string) => boolean): boolean {
  return test(domain) || findAncestor(domain, test) !== undefined;
}

/** Returns the parent domains of at least two labels, the nearest first. */
export function ancestorsOf(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join("."));
}

/** Almost every name is valid, and this takes less time than to look at each label. */
const VALID_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?!\d+$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

function findReason(name: string): string | undefined {
  if (name.length > MAX_NAME_CHARACTERS) return "length";
  if (VALID_NAME.test(name)) return undefined;
  if (name.includes(":")) return "address";
  const labels = name.split(".");
  for (const label of labels) {
    if (/[^a-z0-9_-]/.test(label)) return "characters";
    if (label.length > MAX_LABEL_CHARACTERS || /^(-.*|.*-|)$/.test(label)) return "label";
  }
  // Only an address has a numeric last label: no top-level domain does.
  if (/^\d+$/.test(labels.at(-1)!)) return "address";
  return labels.length < 2 ? "one_label" : undefined;
}
