import { ApiError } from "@/lib/http/errors.ts";

/** The applications whose versions are published. */
export const APPLICATIONS = ["launcher", "reshade", "fpsUnlocker"] as const;

/** One of {@linkcode APPLICATIONS}. */
export type Application = typeof APPLICATIONS[number];

/** The patron tiers: 2 is "Favorite", 3 is "Trusted". */
export const TIERS = ["2", "3"] as const;

/** One of {@linkcode TIERS}. */
export type TierId = typeof TIERS[number];

/** Checks that a path names the application that this service is for. @throws {ApiError} `unknown_app` for another name. */
export function assertApp(name: string | undefined, appName: string): void {
  if (name === appName) return;
  const value = (name ?? "").slice(0, 80);
  throw new ApiError("unknown_app", `Cannot find the application "${value}": this service has "${appName}"`, {
    details: { value, allowed: [appName] },
  });
}
