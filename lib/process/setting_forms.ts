import { StartupError } from "@/lib/process/startup_error.ts";

/** The part of the environment that is used, so that a test can pass its own. */
export type Environment = Pick<Deno.Env, "get">;

/** How the text of a setting must be written, and the value that it means. */
export interface Form<T> {
  /** Completes the sentence "must be …". */
  readonly form: string;
  readonly isSecret?: boolean;
  isValid(text: string): boolean;
  read(text: string): T;
}

/** A setting: its form, its default and what it means. */
export interface Setting<T> extends Form<T> {
  /** The default in the form of the setting; `undefined` if there is none that could be written. */
  readonly default: string | undefined;
  /** What applies without the setting, for documents. */
  readonly shownDefault: string;
  readonly meaning: string;
}

/** Describes a setting with a default, which is written in its form. */
export function setting<T>(form: Form<T>, fallback: string, meaning: string): Setting<T> {
  return { ...form, default: fallback, shownDefault: fallback, meaning };
}

/** Describes a setting without a default; `shownDefault` says in words what applies instead. */
export function optional<T>(form: Form<T>, shownDefault: string, meaning: string): Setting<T | undefined> {
  return { ...form, default: undefined, shownDefault, meaning };
}

/**
 * Reads a setting from the environment; `undefined` if it is not set and has no default.
 *
 * @throws {StartupError} naming the variable, the required form and the value.
 */
export function readSetting<T>(variable: string, setting: Setting<T>, env: Environment): T | undefined {
  // An empty variable counts as unset, because compose files and unit files can empty a variable but not unset it.
  const text = env.get(variable)?.trim() || setting.default;
  if (text === undefined) return undefined;
  if (setting.isValid(text)) return setting.read(text);
  // No message must show a secret. STATE_URL may contain a password, and a malformed URL may have it anywhere.
  const got = setting.isSecret ? `${text.length} characters` : `"${hideCredentials(text)}"`;
  throw new StartupError(`Cannot start: ${variable} must be ${setting.form}, got ${got}`);
}

/** Any text. */
export function text(): Form<string> {
  return { form: "a text", isValid: () => true, read: (text) => text };
}

/** A form whose values no message shows. */
export function secret<T>(form: Form<T>): Form<T> {
  return { ...form, isSecret: true };
}

/** A text that matches a pattern. */
export function match(pattern: RegExp, form: string): Form<string> {
  return { form, isValid: (text) => pattern.test(text), read: (text) => text };
}

/** One of some words. */
export function choice<T extends string>(...allowed: readonly T[]): Form<T> {
  const isValid = (text: string) => allowed.some((value) => value === text);
  return { form: `one of ${allowed.join(", ")}`, isValid, read: (text) => text as T };
}

/** A whole number in a range. */
export function integer(min: number, max: number): Form<number> {
  return {
    form: `a whole number from ${min} to ${max}`,
    isValid: (text) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max,
    read: Number,
  };
}

/** A form, or `off` for `undefined`. */
export function orOff<T>({ form, isValid, read }: Form<T>): Form<T | undefined> {
  return {
    form: `off or ${form}`,
    isValid: (text) => text === "off" || isValid(text),
    read: (text) => text === "off" ? undefined : read(text),
  };
}

/** `on` or `off`; elsewhere than on Linux, the system does not distribute connections among processes. */
export function onOnlyOnLinux(os: string = Deno.build.os): Form<boolean> {
  const isLinux = os === "linux";
  return {
    form: isLinux ? "one of on, off" : `off, because this is ${os}, not Linux`,
    isValid: (text) => text === "off" || (isLinux && text === "on"),
    read: (text) => text === "on",
  };
}

/** An `http:` or `https:` URL without credentials or a query. */
export function url(): Form<string> {
  return {
    form: "an http: or https: URL without credentials or a query",
    isValid(text) {
      const url = URL.parse(text);
      const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
      return isHttp && url.username + url.password + url.search + url.hash === "";
    },
    read: (text) => new URL(text).href.replace(/\/$/, ""),
  };
}

/** A URL without a path, because pages and pictures are always served from the root of the host. */
export function origin(): Form<string> {
  const { isValid, read } = url();
  return {
    form: "an http: or https: URL without a path, credentials or a query",
    isValid: (text) => isValid(text) && read(text) === new URL(text).origin,
    read,
  };
}

const HOST = /^(\[[0-9a-f:.]+\]|[^\s/\\?#*:@[\]]+)(:\d{1,5})?$/i;

/** A list of hosts with or without a port. */
export function hosts(): Form<readonly string[]> {
  const read = (text: string) => text.split(",").map((host) => host.trim()).filter(Boolean);
  const isValid = (host: string) => HOST.test(host) && URL.canParse(`http://${host}`);
  return { form: "a comma-separated list of host[:port]", isValid: (text) => read(text).every(isValid), read };
}

/** User names of this length may be tokens. */
const MIN_TOKEN_CHARACTERS = 16;

/** Hides the credentials in a URL, also in one that is malformed. A short user name remains. */
function hideCredentials(value: string): string {
  return value.replace(/^([a-z][a-z0-9+.-]*:\/\/)?(.*)@/i, (_, scheme = "", credentials: string) => {
    const [user = "", ...password] = credentials.split(":");
    const shown = user.length < MIN_TOKEN_CHARACTERS ? user : "[secret]";
    return `${scheme}${shown}${password.length > 0 ? ":[secret]" : ""}@`;
  });
}
