import { resolve } from "@std/path";
import { hideCredentials } from "@/lib/text/redact.ts";
import { StartupError } from "@/lib/process/startup_error.ts";

/** The part of the environment that is used, so that a test can pass its own. */
export type Environment = Pick<Deno.Env, "get"> & Partial<Pick<Deno.Env, "toObject">>;

/** How the text of a setting must be written, and the value that it means. */
export interface Form<T> {
  /** Completes the sentence "must be …". */
  readonly mustBe: string;
  readonly isOptional?: boolean;
  readonly isSecret?: boolean;
  /** Returns the value of a string, or `undefined` if it does not have this form. */
  parse(text: string): T | undefined;
}

/**
 * A setting: its form, and what applies if it is not set. The default is written in the form, unless that is optional:
 * then it is in words, for documents.
 */
export type Setting<T> = readonly [form: Form<T>, byDefault: string];

/**
 * Reads a setting from the environment; `undefined` if it is optional and not set.
 *
 * @throws {StartupError} naming the variable, the required form and the value.
 */
export function readSetting<T>(variable: string, [form, byDefault]: Setting<T>, env: Environment): T | undefined {
  // An empty variable counts as unset, because compose files and unit files can empty a variable but not unset it.
  const given = env.get(variable)?.trim() ?? "";
  if (given === "" && form.isOptional) return undefined;
  const text = given || byDefault;
  const value = form.parse(text);
  if (value !== undefined) return value;
  // No message must show a secret. STATE_URL may contain a password, and a malformed URL may have it anywhere.
  const got = form.isSecret ? `${text.length} characters` : `"${hideCredentials(text)}"`;
  throw new StartupError(`Cannot start: ${variable} must be ${form.mustBe}, got ${got}`);
}

/** Any string. */
export const TEXT: Form<string> = { mustBe: "a string", parse: (text) => text };

/** Folders of the system. Deno opens the files in them only to a process with all permissions. */
const SYSTEM_FOLDER = /^\/(dev|proc|sys)(\/|$)/;

/** A folder, which may be missing. */
export const FOLDER: Form<string> = {
  mustBe: "a readable folder or one to be created, and not below /dev, /proc or /sys",
  parse: (text) => !SYSTEM_FOLDER.test(resolve(text)) && canBeFolder(text) ? text : undefined,
};

function canBeFolder(path: string): boolean {
  try {
    Deno.readDirSync(path);
    return true;
  } catch (error) {
    // A program that may not read the folder does not need it.
    return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable;
  }
}

/** A form of a setting that has no default which could be written. */
export function optional<T>(form: Form<T>): Form<T | undefined> {
  return { ...form, isOptional: true };
}

/** A form whose values no message shows. */
export function secret<T>(form: Form<T>): Form<T> {
  return { ...form, isSecret: true };
}

/** A string that matches a pattern. */
export function match(pattern: RegExp, mustBe: string): Form<string> {
  return { mustBe, parse: (text) => pattern.test(text) ? text : undefined };
}

/** One of some words. */
export function choice<T extends string>(...words: readonly T[]): Form<T> {
  return { mustBe: `one of ${words.join(", ")}`, parse: (text) => words.find((word) => word === text) };
}

/** A whole number in a range. */
export function integer(min: number, max: number): Form<number> {
  return {
    mustBe: `a whole number from ${min} to ${max}`,
    parse(text) {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

const UNITS: Readonly<Record<string, number>> = { "": 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** A number of bytes, written with or without a unit: `536870912`, `512MiB` or `0.5 GiB`. */
export function byteCount(min: number): Form<number> {
  return {
    mustBe: `a number of bytes, or a number with KiB, MiB or GiB, at least ${min / 2 ** 20}MiB`,
    parse(text) {
      const [, amount, unit = ""] = /^(\d{1,15}(?:\.\d{1,3})?) ?(|KiB|MiB|GiB)$/.exec(text) ?? [];
      const bytes = Math.floor(Number(amount) * UNITS[unit]!);
      return Number.isSafeInteger(bytes) && bytes >= min ? bytes : undefined;
    },
  };
}

/** A number, or `off` for 0. */
export function orOff({ mustBe, parse }: Form<number>): Form<number> {
  return { mustBe: `off or ${mustBe}`, parse: (text) => text === "off" ? 0 : parse(text) };
}

/** `on` or `off` on Linux, otherwise only `off`: other systems do not distribute connections among processes. */
export function linuxSwitch(os: string = Deno.build.os): Form<boolean> {
  const isLinux = os === "linux";
  const words = isLinux ? ["on", "off"] : ["off"];
  return {
    mustBe: isLinux ? "one of on, off" : `off, because this is ${os}, not Linux`,
    parse: (text) => words.includes(text) ? text === "on" : undefined,
  };
}

/** An `http:` or `https:` URL without credentials or a query. */
export const HTTP_URL: Form<string> = {
  mustBe: "an http: or https: URL without credentials or a query",
  parse(text) {
    const url = URL.parse(text);
    if (url?.protocol !== "http:" && url?.protocol !== "https:") return undefined;
    if (url.username + url.password + url.search + url.hash !== "") return undefined;
    return url.href.replace(/\/$/, "");
  },
};

/** A URL without a path, because pages and pictures are always served from the root of the host. */
export const ORIGIN: Form<string> = {
  mustBe: "an http: or https: URL without a path, credentials or a query",
  parse(text) {
    const href = HTTP_URL.parse(text);
    return href === URL.parse(text)?.origin ? href : undefined;
  },
};

const HOST = /^(\[[0-9a-f:.]+\]|[^\s/\\?#*:@[\]]+)(:\d{1,5})?$/i;

/** A list of hosts with or without a port. */
export const HOSTS: Form<readonly string[]> = {
  mustBe: "a comma-separated list of host[:port]",
  parse(text) {
    const hosts = text.split(",").map((host) => host.trim()).filter(Boolean);
    return hosts.every((host) => HOST.test(host) && URL.canParse(`http://${host}`)) ? hosts : undefined;
  },
};
