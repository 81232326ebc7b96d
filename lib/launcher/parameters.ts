import { ApiError } from "@/lib/http/errors.ts";
import { parseChoice } from "@/lib/http/parameters.ts";
import { type Channel, CHANNELS } from "@/lib/launcher/names.ts";
import { shorten } from "@/lib/text/shorten.ts";

/** Checks that a path names the application of this service. @throws {ApiError} `unknown_app` for another name. */
export function assertApp(name: string | undefined, appName: string): void {
  if (name === appName) return;
  const value = shorten(name ?? "");
  throw new ApiError("unknown_app", `Cannot find the application "${value}": this service has "${appName}"`, {
    details: { value, allowed: [appName] },
  });
}

/** The query parameters that a response of the v5 API depends on, and so its key. Others have no effect. */
export const KEY_PARAMETERS: readonly string[] = [
  "arch",
  "channel",
  "limit",
  "platform",
  "since",
  "until",
  "version",
];

/**
 * Returns a text that is the same for URLs of the same response: the path, and the parameters that have an effect.
 * Updaters and caches add others, which would make every request a new one.
 */
export function toResponseKey(url: URL): string {
  if (url.search === "") return url.pathname;
  const known = Array.from(parseQueryKeepingPlus(url)).filter(([name, value]) => {
    return value !== "" && KEY_PARAMETERS.includes(name);
  });
  return `${url.pathname} ${JSON.stringify(known)}`;
}

/**
 * Reads a query in which a plus sign is a plus sign. HTML forms encode a space that way, but most clients send
 * `7.5.0+build` and `T12:00:00+02:00` unescaped, and neither contains a space.
 */
export function parseQueryKeepingPlus(url: URL): URLSearchParams {
  return url.search.includes("+") ? new URLSearchParams(url.search.replaceAll("+", "%2B")) : url.searchParams;
}

/** Reads the channel from a query. @throws {ApiError} `invalid_parameter` for an unknown channel. */
export function parseChannel(url: URL, fallback: Channel = "stable"): Channel {
  return parseChoice(parseQueryKeepingPlus(url), "channel", { allowed: CHANNELS, fallback });
}
