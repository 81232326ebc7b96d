// What callers write by mistake for parameters that several features have, because other services call them that.

/** Mistakes in the parameter for round corners. */
export const RADIUS_MISTAKES = {
  otherNames: ["shape", "round", "rounded", "circle", "corner", "corners"],
  suggestions: { circle: "max", round: "max", rounded: "max", full: "max", "50%": "max", "100%": "max" },
} as const;

/** Other names of the parameter for a background. */
export const BACKGROUND_NAMES = ["bg", "bgcolor", "bgColor", "backgroundColor"] as const;
