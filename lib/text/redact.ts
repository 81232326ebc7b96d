import { shorten } from "@/lib/text/shorten.ts";
import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";

// What must not be shown: in logs, which anyone may read, and in messages, which end up in them.

/** Shorter secrets are not searched for, because they would also match ordinary text. */
const MIN_SECRET_CHARACTERS = 8;

/** What {@linkcode createRedactor} hides. */
export interface RedactorOptions {
  /** Texts that must never be written. */
  readonly secrets?: readonly (string | undefined)[];
  /** Absolute paths of this machine, and what is written instead. */
  readonly paths?: readonly (readonly [path: string, name: string])[];
}

/**
 * Returns a function that removes given secrets, bearer tokens, URL credentials, queries and `data:` content, and that
 * shortens paths of this machine: anyone may read the log files.
 */
export function createRedactor({ secrets = [], paths = [] }: RedactorOptions): (line: string) => string {
  const known = secrets.filter((secret) => secret !== undefined && secret.length >= MIN_SECRET_CHARACTERS) as string[];
  // The longest first, because a folder may be inside another.
  const folders = paths.filter(([path]) => path.length > 1).sort(([a], [b]) => b.length - a.length)
    .map(([path, name]) => [toPathPattern(path), name] as const);
  return (line) => {
    const plain = known.reduce((text, secret) => text.replaceAll(secret, "[secret]"), line);
    return folders.reduce((text, [path, name]) => text.replace(path, () => name), plain)
      // Other paths: in stacks of packages, and as Deno quotes them in errors of the file system.
      .replace(/file:\/\/\/[^\s"'()]*\/(?=[^\s"'()/])/g, "file:///.../")
      .replace(/ '\/[^']*\/([^'/]*)'/g, " '.../$1'")
      .replace(WINDOWS_FOLDER, ".../")
      .replace(/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'/?#@]*@/gi, "$1[secret]@")
      .replace(/\b(https?:\/\/[^\s"'?#\\]*)[?#][^\s"'\\]*/gi, "$1")
      .replace(/\b(data:[a-z0-9.+/-]{0,40})[^\s"'\\]*/gi, "$1")
      .replace(/\b(bearer )[^\s"'\\]+/gi, "$1[secret]");
  };
}

/** A path of Windows up to its last name, without the characters that no name has. JSON doubles each backslash. */
const WINDOWS_FOLDER = /(?<![a-z])[a-z]:(\\{1,2}|\/)(?:[^<>:"/\\|?*\n]+\1)*/gi;

// Also in a URL and, on Windows, in JSON.
function toPathPattern(path: string): RegExp {
  const anySlash = path.split("\\").map((part) => RegExp.escape(part)).join(String.raw`(?:\\{1,2}|/)`);
  return new RegExp(String.raw`(?<![\w./-])(?:file:///?)?${anySlash}(?![\w-])`, "g");
}

/**
 * Hides the credentials of a URL, even of a malformed one.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(hideCredentials("redis://me:p@ss/word@host:6379"), "redis://[secret]@host:6379");
 * ```
 */
export function hideCredentials(url: string): string {
  // Up to the last "@", because a password that is not escaped may contain every other character.
  return url.replace(/^([a-z][a-z0-9+.-]*:[/\\]{2})?.*@/is, "$1[secret]@");
}

/** Removes the parts of an image URL that may be secret or long: query, fragment, credentials, data. */
export function redactUrl(url: string): string {
  if (/^data:/i.test(url)) return shorten(url.split(",", 1)[0]!);
  const shown = mayHaveCredentials(url) ? hideCredentials(url) : url;
  return shorten(shown.split(/[?#]/, 1)[0]!);
}

/**
 * Returns whether an "@" may end credentials: not in a path of this service or of a plain host. What looks like a port
 * may be the start of a password with a slash, as in `https://me:1/2@host`.
 */
function mayHaveCredentials(url: string): boolean {
  if (/^\/(?![/\\])/.test(url)) return false;
  const parsed = URL.parse(url);
  if (parsed === null || parsed.host === "") return true;
  const [start = ""] = url.split("@", 1);
  return parsed.username !== "" || parsed.password !== "" || start.split(":").length > 2;
}

/** Removes the value that the message of an error quotes at its end, because it can be the name of a visitor. */
export function hideValue(message: string): string {
  return message.replace(/(?:, got|; did you mean) ".*/s, "");
}

/** Longest path in a log. */
const MAX_LOGGED_CHARACTERS = 200;

/**
 * The part of a path below `/api` that logs show although it has no route: its segments up to the first that is not a
 * plain word, such as an address. The operator may have mistyped the path that lifts the ban of a client.
 */
const PLAIN_API_SEGMENTS = /^\/+api\/+(?:[\w-]+(?:\/+|$))*/i;

/**
 * The first segment of a path with the slash after it, as a group, and what follows. The slash may be written in any
 * way: `/cat/Ada`, `/cat\Ada`, `/cat%2FAda` or, escaped twice, `/cat%252FAda`.
 */
const AFTER_FIRST_SEGMENT = /^(\/*[^/].*?(?:[/\\]|%(?:25)*(?:2f|5c))).+/i;

/** Where a query begins that a caller has encoded as part of the path, or has appended without a question mark. */
const MISPLACED_QUERY = /[&;#]|%(?:25)*(?:3f|26)/i;

/** What is in the URL of an image that a caller has sent as a filter or its value: it may have a password. */
const MISPLACED_URL = /%(?:25)*(?:2f|40)|@/i;

/**
 * The routes of which logs show no path: those of the client whose ban is lifted, and those of drawings, whose id
 * anyone can compute from a name.
 */
const PRIVATE_ROUTE = /\/\{client\}$|^\/images\//;

/**
 * Returns the part of a path that logs may show: without a query that is part of it by mistake, without the name in the
 * address of an animal, and without the client whose ban is lifted. Safe to print, and short.
 */
export function toLoggedPath(path: string, route: string | null): string {
  if (route !== null && PRIVATE_ROUTE.test(route)) return route;
  if (route?.includes("/filter/{") && MISPLACED_URL.test(path)) return route;
  const start = path.slice(0, MAX_LOGGED_CHARACTERS);
  const [sent = ""] = start.split(MISPLACED_QUERY, 1);
  const shown = escapeUnsafe(route === null || route.endsWith("/{name}") ? hideName(sent) : sent);
  // An escape has six times as many characters as what it means.
  return shown.slice(0, MAX_LOGGED_CHARACTERS);
}

// Outside of the API, everything after the first segment may contain a name, as in `/cat/Ada/extra`.
function hideName(path: string): string {
  const [plain] = PLAIN_API_SEGMENTS.exec(path) ?? [];
  if (plain === undefined) return path.replace(AFTER_FIRST_SEGMENT, "$1{name}");
  return plain === path ? path : `${plain}{name}`;
}
