import { escapeUnsafe } from "@/lib/util/text.ts";

/** The part of the environment that is read, so that a test can pass its own. */
export type Environment = Pick<Deno.Env, "get">;

/** Ends the start of the service with its message alone, which says what the operator must change. */
export class StartupError extends Error {
  override readonly name = "StartupError";

  constructor(message: string, options?: ErrorOptions) {
    super(escapeUnsafe(message), options);
  }
}

/** How the text of a setting must be written, and the value that it means. */
export interface Form<T> {
  /** Completes the sentence "must be …". */
  readonly mustBe: string;
  /** Returns the value of a text, or `undefined` if the text does not have this form. */
  readonly parse: (text: string) => T | undefined;
  /** Whether no message may show the value. */
  readonly isSecret?: boolean;
}

/** Returns the text of a setting. An empty text counts as unset, because a compose file cannot unset a variable. */
export function readText(env: Environment, name: string): string | undefined {
  return env.get(name)?.trim() || undefined;
}

/**
 * Returns the value of a setting, or `undefined` if it is not set.
 *
 * @throws {StartupError} naming the setting, its form and the value.
 */
export function readSetting<T>(env: Environment, name: string, form: Form<T>): T | undefined {
  const text = readText(env, name);
  if (text === undefined) return undefined;
  const value = form.parse(text);
  if (value !== undefined) return value;
  const got = form.isSecret ? `${text.length} characters` : `"${text}"`;
  throw new StartupError(`Cannot start: ${name} must be ${form.mustBe}, got ${got}`);
}

/** A text that matches a pattern. */
export function match(pattern: RegExp, mustBe: string): Form<string> {
  return { mustBe, parse: (text) => pattern.test(text) ? text : undefined };
}

/** One of some words. */
export function choice<const T extends string>(...words: readonly T[]): Form<T> {
  return { mustBe: `one of ${words.join(", ")}`, parse: (text) => words.find((word) => word === text) };
}

/** One or more values of another form, separated by commas. */
export function list<T>({ mustBe, parse }: Form<T>): Form<readonly T[]> {
  const parseAll = (text: string) => {
    const values = text.split(",").map((each) => parse(each.trim()));
    return values.every((value) => value !== undefined) ? values : undefined;
  };
  return { mustBe: `${mustBe}, or several of them separated by commas`, parse: parseAll };
}

/** A whole number in a range. */
export function integer(min: number, max: number): Form<number> {
  const parse = (text: string) => /^\d{1,15}$/.test(text) && min <= +text && +text <= max ? +text : undefined;
  return { mustBe: `a whole number from ${min} to ${max}`, parse };
}

/** A number, or `off` for 0. */
export function orOff({ mustBe, parse }: Form<number>): Form<number> {
  return { mustBe: `off or ${mustBe}`, parse: (text) => text === "off" ? 0 : parse(text) };
}

/** A number of bytes, such as `536870912`, `512MiB` or `2GiB`. */
export function byteCount(min: number): Form<number> {
  const parse = (text: string) => {
    const [, amount, unit] = /^(\d{1,15}) ?(MiB|GiB)?$/.exec(text) ?? [];
    const bytes = Number(amount) * (unit === "GiB" ? 2 ** 30 : unit === "MiB" ? 2 ** 20 : 1);
    return Number.isSafeInteger(bytes) && bytes >= min ? bytes : undefined;
  };
  return { mustBe: `a number of bytes, or of MiB or GiB, and at least ${min / 2 ** 20}MiB`, parse };
}

/** The origin of a URL. It has no path, because pages are always served from the root of a host. */
export const ORIGIN: Form<string> = {
  mustBe: "an http: or https: URL without a path, credentials or a query",
  parse(text) {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.origin : undefined;
  },
};

/** The name or address of a host. `*.example.com` means every name below `example.com`. */
export const HOST: Form<string> = {
  mustBe: "a host such as example.org or *.example.com",
  parse(text) {
    const [, below = "", host] = /^(\*\.)?(\[[^\]]+\]|[^\s:/\\?#@*]+)$/.exec(text) ?? [];
    const url = URL.parse(`http://${host}`);
    return host === undefined || url === null ? undefined : below + url.hostname;
  },
};

/** A host with its port, which the value states even if it is 80. */
export const HOST_AND_PORT: Form<string> = {
  mustBe: "a host with its port, such as 127.0.0.1:9000",
  parse(text) {
    const url = /^[^\s/\\?#@*]+:\d+$/.test(text) ? URL.parse(`http://${text}`) : null;
    return url === null ? undefined : `${url.hostname}:${url.port || 80}`;
  },
};
