/** The applications whose versions are published. */
export const APPLICATIONS = ["launcher", "reshade", "fpsUnlocker"] as const;

/** One of {@linkcode APPLICATIONS}. */
export type Application = typeof APPLICATIONS[number];

/** The patron tiers: 2 is "Favorite", 3 is "Trusted". */
export const TIERS = ["2", "3"] as const;

/** One of {@linkcode TIERS}. */
export type TierId = typeof TIERS[number];
