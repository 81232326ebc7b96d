/**
 * What an answer is compared by: its media type without parameters, headers that the contract names, and its body as
 * JSON, or the digest and size of any other body. A random value, a time or an id is replaced by its type: `<string>`.
 */
export type Answer = [status: number, type: string, headers: Record<string, string>, body?: unknown];

const HEADERS = [
  "allow",
  "cache-control",
  "content-security-policy",
  "location",
  "ratelimit",
  "vary",
  "www-authenticate",
];

/** Headers with a digest or an id: only whether they are present is compared. */
const PRESENCE = ["cross-origin-resource-policy", "etag", "server-timing", "x-request-id"];

/** The paths of random content. */
const RANDOM = /^\/api\/(v1|v2\/random)\/(animal|string|kaomoji|yt-video)/;

/** What every answer has. Only an answer that has something else says so. */
const STANDARD = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
  "x-content-type-options": "nosniff",
};

/** Content that another request, another day or another machine has different: the path, and the fields. */
const VARYING: readonly (readonly [path: RegExp, field: RegExp])[] = [
  [/^/, /^requestId$/],
  [/^\/api\/+v1\/(version|uptime)/, /^(version|commit|runtime\..*|uptime|startedAt|human)$/],
  [/^\/(api\/v1\/static|generated)\//, /(^|\.)(modified|size|sha256|content)$|^files\.[^\d]|^$/],
  [RANDOM, /^(message|items?\..*|)$/],
  [/^\/api\/v2\/random\/animal(\?|$)/, /^info\.endpoint$/],
  // The sample of version 4 has more files for each release than the contract has fields, and a year of days.
  [/^\/api\/v5\//, /(^|\.)files$|^(daily\..*|asOf)$|^updates\.\d+\.(notes|url|sha256|size|releaseDate)$/],
  [/^\/(api|healthz|robots.txt)(\?|$)/, /^(|version|endpoints|groups)$/],
];

/** Sends one request, as `expandRequests` returns it, and reads what comes back. */
export async function ask(
  line: string,
  send: (path: string, init: RequestInit) => Promise<Response>,
): Promise<Answer> {
  const [method = "", path = "", accept] = line.split(" ");
  const response = await send(path, { method, headers: accept ? { accept } : {}, redirect: "manual" });
  const type = response.headers.get("content-type")?.replace(/;.*/, "") ?? "";
  const body = await readBody(response, type, path);
  const headers: Record<string, string> = {};
  for (const name of [...HEADERS, ...PRESENCE]) {
    const value = response.headers.get(name);
    const isPresence = PRESENCE.includes(name) || (name === "location" && RANDOM.test(path));
    // What is left of the day for which a filtered picture may be stored depends on when it was made.
    if (value !== null) {
      headers[name] = isPresence ? "present" : hideOrigin(value).replace(/max-age=[78]\d{4}/, "max-age=86400");
    }
  }
  for (const [name, standard] of Object.entries(STANDARD)) {
    const value = response.headers.get(name) ?? "absent";
    if (value !== standard) headers[name] = value;
  }
  return body === undefined ? [response.status, type, headers] : [response.status, type, headers, body];
}

/** Returns the SHA-256 of text or bytes in hexadecimal digits. */
export async function digest(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Returns every request of requests.txt, where `{a|b}` stands for a and b. */
export function expandRequests(text: string): string[] {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return [...new Set(lines.flatMap(expand))].sort();
}

function expand(line: string): string[] {
  const [, start = "", choices, end = ""] = /^(.*?)\{(.*?)\}(.*)$/.exec(line) ?? [];
  if (choices === undefined) return [line.replace("~", "image=/cat/Ada.png%3Fsize=64")];
  return choices.split("|").flatMap((choice) => expand(start + choice + end));
}

async function readBody(response: Response, type: string, path: string): Promise<unknown> {
  const bytes = await response.bytes();
  if (bytes.length === 0 || type === "text/html") return undefined;
  const isError = response.status >= 400;
  const fields = VARYING.filter(([pattern]) => pattern.test(path)).map(([, field]) => field);
  if (isError) fields.push(/^(message)?$/);
  const isVarying = (field: string) => fields.some((pattern) => pattern.test(field));
  if (type !== "application/json" && isVarying("")) return "<bytes>";
  const content = /^text|json$/.test(type) ? hideOrigin(new TextDecoder().decode(bytes)) : bytes;
  if (type === "application/json") return reduce(JSON.parse(String(content)), "", isVarying);
  return `sha256 ${(await digest(content)).slice(0, 12)}, length ${content.length}`;
}

/** Replaces what varies by its type, and entries of an array that are then the same by one. */
function reduce(value: unknown, field: string, isVarying: (field: string) => boolean): unknown {
  const isObject = typeof value === "object" && value !== null;
  // A large document and the traits of a random kind count as one value. A field that may be null is text otherwise.
  const isLeaf = !isObject || field.endsWith("traits") || JSON.stringify(value).length > 500;
  if (field !== "" && isLeaf && isVarying(field)) return `<${value === null ? "string" : typeof value}>`;
  if (!isObject) return value;
  const join = (name: string | number) => field === "" ? `${name}` : `${field}.${name}`;
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, reduce(each, join(name), isVarying)]));
  }
  const entries = value.map((each, i) => reduce(each, join(i), isVarying));
  const first = JSON.stringify(entries[0]);
  if (entries.length < 2 || entries.some((each) => JSON.stringify(each) !== first)) return entries;
  return [`${entries.length} times`, entries[0]];
}

/** Hides the address of the service, which has another one in a test. */
function hideOrigin(text: string): string {
  return text.replaceAll(/https?:\/\/(127\.0\.0\.1:4004|localhost)(?=[/"]|$)/g, "{origin}");
}
