// The names that callers use in paths and queries.

import { ApiError } from "@/lib/http/errors.ts";
import { parseChoice } from "@/lib/http/parameters.ts";

/** The applications whose versions are published. */
export const APPLICATIONS = ["launcher", "reshade", "fpsUnlocker"] as const;

/** One of {@linkcode APPLICATIONS}. */
export type Application = typeof APPLICATIONS[number];

/** The patron tiers: 2 is "Favorite", 3 is "Trusted". */
export const TIERS = ["2", "3"] as const;

/** Which releases a client gets: `stable` without pre-releases, `beta` all of them. */
export const CHANNELS = ["stable", "beta"] as const;

/** One of {@linkcode CHANNELS}. */
export type Channel = typeof CHANNELS[number];

/** Returns an object with a value for each of {@linkcode APPLICATIONS}. */
export function mapApplications<T>(toValue: (name: Application) => T): Record<Application, T> {
  return Object.fromEntries(APPLICATIONS.map((name) => [name, toValue(name)])) as Record<Application, T>;
}

/** Checks that a path names the application that this service is for. @throws {ApiError} `unknown_app` for another name. */
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
export function parseQuery(url: URL): URLSearchParams {
  return url.search.includes("+") ? new URLSearchParams(url.search.replaceAll("+", "%2B")) : url.searchParams;
}

/** Reads the channel from a query. @throws {ApiError} `invalid_parameter` for an unknown channel. */
export function parseChannel(url: URL, fallback: Channel = "stable"): Channel {
  return parseChoice(parseQuery(url), "channel", { allowed: CHANNELS, fallback });
}
