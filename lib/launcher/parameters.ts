import { ApiError } from "@/lib/http/errors.ts";
import { parseChoice } from "@/lib/http/parameters.ts";
import { type Channel, CHANNELS } from "@/lib/launcher/names.ts";

/** Checks that a path names the application of this service. @throws {ApiError} `unknown_app` for another name. */
export function assertApp(name: string | undefined, appName: string): void {
  if (name === appName) return;
  const value = (name ?? "").slice(0, 80);
  throw new ApiError("unknown_app", `Cannot find the application "${value}": this service has "${appName}"`, {
    details: { value, allowed: [appName] },
  });
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
