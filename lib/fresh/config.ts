import { fromFileUrl } from "@std/path";

/** How the application runs when nothing else is said: in production or while someone works on it. */
export type Mode = "development" | "production";

/** The settings of an {@linkcode App}. */
export interface FreshConfig {
  /** The path that every route lies under, such as `/app`. */
  basePath?: string | undefined;
  /** Whether someone is working on the application right now. */
  mode?: Mode | undefined;
  /** Whether `x-forwarded-proto` and `x-forwarded-host` decide what `ctx.url` says. */
  trustProxy?: boolean | undefined;
}

/** The settings with every default filled in. */
export interface ResolvedFreshConfig {
  /** The folder that holds `routes/` and `static/`. */
  root: string;
  /** The path that every route lies under, or an empty text. */
  basePath: string;
  /** Whether someone is working on the application right now. */
  mode: Mode;
  /** Whether `x-forwarded-proto` and `x-forwarded-host` decide what `ctx.url` says. */
  trustProxy: boolean;
}

/** The folder of the application: found from this file, so that the working folder does not matter. */
export const DEFAULT_ROOT: string = fromFileUrl(new URL("../../", import.meta.url));

/**
 * Fills the defaults in.
 *
 * @throws {TypeError} when `basePath` is no plain absolute path
 */
export function resolveConfig(config: FreshConfig): ResolvedFreshConfig {
  return {
    root: DEFAULT_ROOT,
    basePath: parseBasePath(config.basePath ?? ""),
    mode: config.mode ?? "production",
    trustProxy: config.trustProxy ?? false,
  };
}

function parseBasePath(basePath: string): string {
  if (basePath === "" || basePath === "/") return "";
  if (/^(?:\/[\w.-]+)+$/.test(basePath)) return basePath;
  throw new TypeError(
    `Cannot use "basePath" as it must be like "/a/b", without a slash at its end: current value is "${basePath}"`,
  );
}
