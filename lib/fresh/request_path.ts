// What a character of an address means for the scan below.
const PLAIN = 0;
const END = 1;
const ODD = 2;

const KINDS = new Uint8Array(128).fill(ODD);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/") {
  KINDS[char.charCodeAt(0)] = PLAIN;
}
KINDS["?".charCodeAt(0)] = KINDS["#".charCodeAt(0)] = END;

const SLASH = "/".charCodeAt(0);
const DOT = ".".charCodeAt(0);

/**
 * Cuts the path out of a request's address, without the slash at its end; `null` when the address cannot be read or
 * holds a broken percent-escape.
 *
 * The server parses nothing: it pastes the `Host` header and what stood in the request line together. So whatever is
 * odd goes through `URL`, and a plain address, which is nearly every one, is cut by a single scan: a URL object costs
 * as much as all the rest of finding a route.
 */
export function readPath(address: string): string | null {
  const start = findPath(address);
  if (start === -1) return normalise(address);
  let end = start + 1;
  for (let before = SLASH; end < address.length; end++) {
    const code = address.charCodeAt(end);
    const kind = code < 128 ? KINDS[code] : ODD;
    if (kind === END) break;
    if (kind === ODD || (before === SLASH && (code === SLASH || code === DOT))) return normalise(address);
    before = code;
  }
  if (end - start > 1 && address.charCodeAt(end - 1) === SLASH) end--;
  return address.slice(start, end);
}

/** Where the path starts; -1 when the host holds what no host name does. */
function findPath(address: string): number {
  const host = address.indexOf("://") + 3;
  for (let i = host; i < address.length; i++) {
    const code = address.charCodeAt(i);
    if (code === SLASH) return i === host ? -1 : i;
    if (!isHostCharacter(code)) return -1;
  }
  return -1;
}

/** Letters, digits, `-`, `.`, `_`, and what ports and IPv6 addresses are written with. */
function isHostCharacter(code: number): boolean {
  if (code >= 97 && code <= 122) return true;
  if (code >= 45 && code <= 58) return code !== SLASH;
  return (code >= 65 && code <= 91) || code === 93 || code === 95;
}

/** The path as `URL` sees it, with repeated slashes made one. */
function normalise(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !isDecodable(url.pathname)) return null;
  const path = collapseSlashes(url.pathname);
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Makes repeated slashes one, so that `//host` is never taken for another site's address. */
export function collapseSlashes(path: string): string {
  return path.includes("//") ? path.replace(/\/{2,}/g, "/") : path;
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}
