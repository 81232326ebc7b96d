/**
 * The values of the options of a drawing that every animal has, besides its background. Options and parameters in a URL
 * have the same names and values.
 */
export const OPTIONS = {
  /** How much of the animal is shown. */
  view: ["full", "face"],
  /** The radius of the corners in pixels of a picture of any size, or a circle. */
  radius: { min: 1, max: 2048, word: "max" },
  /** Whether it moves. */
  motion: ["on"],
} as const;
