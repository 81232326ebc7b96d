// The parameters of filter requests. Parsing, cache keys, form fields, descriptions and the page follow from those that
// are stated here and with each filter in lib/images/filters.

import { BACKGROUND_NAMES, RADIUS_MISTAKES } from "@/lib/parameters/common_mistakes.ts";
import type { Parameters, ValuesOf } from "@/lib/parameters/parameter.ts";
import { FILTERS, FITS, getFilter, MAX_RESULT_SIDE, POSITIONS, RADIUS, WRITABLE_FORMATS } from "@pawkit/images";

const SIDE = { type: "integer", min: 1, max: MAX_RESULT_SIDE, isOptional: true } as const;

/** The parameters that every filter has besides its own. */
export const REQUEST_PARAMETERS = {
  width: { ...SIDE, otherNames: ["w"] },
  height: { ...SIDE, otherNames: ["h"] },
  fit: { type: "choice", allowed: FITS, fallback: "inside" },
  position: { type: "choice", allowed: POSITIONS, synonyms: { center: "centre" }, fallback: "centre" },
  format: {
    type: "choice",
    allowed: [...WRITABLE_FORMATS, "auto"],
    synonyms: { jpg: "jpeg" },
    isOptional: true,
    otherNames: ["type"],
  },
  quality: { type: "integer", min: 1, max: 100, isOptional: true, otherNames: ["q"] },
  radius: { ...RADIUS, ...RADIUS_MISTAKES, type: "integer", unit: "pixels", isOptional: true },
  background: { type: "colour", count: 1, isOptional: true, otherNames: BACKGROUND_NAMES },
} as const satisfies Parameters;

/** The names of the parameters that filters have of their own. */
export const OWN_PARAMETERS: readonly string[] = [
  ...new Set(FILTERS.flatMap((filter) => Object.keys(getFilter(filter).parameters))),
];

/** The parameter that most filters have of their own. Its values differ, so only its names are known here. */
const STRENGTH = {
  type: "text",
  isOptional: true,
  otherNames: [
    "amount",
    "intensity",
    "level",
    "angle",
    "degrees",
    "sigma",
    "color",
    "colour",
    "dark",
    "light",
  ],
} as const;

/** The image, which is in the body of an upload instead. */
export const IMAGE_PARAMETER = { type: "text", otherNames: ["url", "src", "img"] } as const;

/** All parameters that a filter reads, in a query or a form. */
export const FILTER_PARAMETERS: Parameters = {
  image: IMAGE_PARAMETER,
  ...Object.fromEntries(OWN_PARAMETERS.map((name) => [name, STRENGTH])),
  ...REQUEST_PARAMETERS,
};

/** The parameters of every filter that the header `x-filter` names. */
export const REPORTED_PARAMETERS = [
  "quality",
  "radius",
  "background",
] as const satisfies readonly (keyof typeof REQUEST_PARAMETERS)[];

/** The values of the parameters of every filter. After parsing, those with a fallback are always there. */
export type RequestValues = Partial<ValuesOf<typeof REQUEST_PARAMETERS>>;
