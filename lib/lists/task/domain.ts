import { getPublicSuffix } from "tldts";
import { toAscii } from "@/lib/lists/names.ts";

/** The longest name in DNS. */
const MAX_NAME_CHARACTERS = 253;

/** At least two labels of at most 63 characters. The last one is not a number, because that would be an address. */
const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?!\d+$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Names that never leave a network (RFC 6761, and the first lines of hosts files). Machines need them. */
const LOCAL = /\.(?:arpa|internal|invalid|local|localdomain|localhost)$/;

const SUFFIX_OPTIONS = { allowPrivateDomains: true, extractHostname: false, validateHostname: false, detectIp: false };

/**
 * Parses a host name that may be blocked, and returns it in lower case and Punycode. Returns `undefined` for anything
 * else, and for a public suffix such as `co.uk` or `github.io`, under which anyone can register a name.
 */
export function parseDomain(text: string): string | undefined {
  const name = toAscii(text.replace(/^\*?\./, "").replace(/\.$/, ""));
  if (name.length > MAX_NAME_CHARACTERS || !NAME.test(name) || LOCAL.test(name)) return undefined;
  return getPublicSuffix(name, SUFFIX_OPTIONS) === name ? undefined : name;
}
