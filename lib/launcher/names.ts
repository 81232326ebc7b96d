// The names that callers use in paths and queries.

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
