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

/** The last origin that was found good, with the slash after it: a server is nearly always asked by the same one. */
let goodOrigin = "http://localhost/";

/**
 * Cuts the path out of a request's address, without the slash at its end; `null` when the address cannot be read or
 * holds a broken percent-escape.
 *
 * The server parses nothing: it pastes the `Host` header and what stood in the request line together. So whatever is
 * odd goes through `URL`, and a plain address, which is nearly every one, is cut by a single scan: a URL object costs
 * more than all the rest of finding a route.
 */
export function readPath(address: string): string | null {
  if (!address.startsWith(goodOrigin) && !checkOrigin(address)) return normalise(address);
  const start = goodOrigin.length - 1;
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

/** Whether the address starts with a plain origin; it is then known the next time. */
function checkOrigin(address: string): boolean {
  const origin = /^https?:\/\/[\w.:[\]-]+\//.exec(address)?.[0];
  if (origin === undefined || !URL.canParse(origin)) return false;
  goodOrigin = origin;
  return true;
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
