import { ApiError } from "@/lib/http/errors.ts";
import type { Parameters } from "@/lib/parameters/parameter.ts";
import { CHANNELS } from "@/lib/launcher/names.ts";
import { CLIENT_ARCHES, CLIENT_PLATFORMS } from "@/lib/launcher/release_file.ts";
import { shorten } from "@/lib/text/shorten.ts";

/** Checks that a path names the application of this service. @throws {ApiError} `unknown_app` for another name. */
export function assertApp(name: string | undefined, appName: string): void {
  if (name === appName) return;
  const value = shorten(name ?? "");
  throw new ApiError("unknown_app", `Cannot find the application "${value}": this service has "${appName}"`, {
    details: { value, allowed: [appName] },
  });
}

const DATE = { type: "text", isOptional: true } as const;

/** The parameter of feeds: which releases they list. */
export const FEED_PARAMETERS = {
  channel: { type: "choice", allowed: CHANNELS, fallback: "stable" },
} as const satisfies Parameters;

/** The parameters of `launcher/updates`: what the client has and runs on. */
export const UPDATES_PARAMETERS = {
  // Without its version, an application would never learn of an update.
  version: { type: "text", isOptional: true, otherNames: ["current", "current_version", "currentVersion"] },
  ...FEED_PARAMETERS,
  platform: {
    type: "choice",
    allowed: CLIENT_PLATFORMS,
    // What Node.js calls them.
    suggestions: { darwin: "macos", win32: "windows" },
    isOptional: true,
  },
  arch: {
    type: "choice",
    allowed: CLIENT_ARCHES,
    suggestions: { amd64: "x64", x86_64: "x64", aarch64: "arm64" },
    isOptional: true,
  },
} as const satisfies Parameters;

/** The parameters of `launcher/news`. By default it returns a few entries, for a start screen. */
export const NEWS_PARAMETERS = {
  limit: { type: "integer", min: 1, max: 50, fallback: 10 },
  since: DATE,
} as const satisfies Parameters;

/** The parameters of `stats/downloads`: the first and the last day. */
export const DOWNLOADS_PARAMETERS = { since: DATE, until: DATE } as const satisfies Parameters;
