// The query parameters of block lists and logs.

import type { Parameters } from "@/lib/parameters/parameter.ts";

/** The parameters of a generated file. */
export const GENERATED_PARAMETERS = { raw: { type: "flag", fallback: false } } as const satisfies Parameters;

/** The parameters of a log; `tail` is the number of lines from its end. */
export const LOG_PARAMETERS = {
  tail: { type: "integer", min: 1, max: 5000, fallback: 200 },
  ...GENERATED_PARAMETERS,
} as const satisfies Parameters;

/** The longest URL that is read instead of a host name: people paste what their browser shows. */
export const MAX_PASTED_CHARACTERS = 2048;

/** The most labels of a name that is looked up, because it and each of its parents are searched for in each list. */
export const MAX_LABELS = 16;

/** The parameters of the checksums of lists. */
export const CHECKSUM_PARAMETERS = {
  domain: { type: "text", max: MAX_PASTED_CHARACTERS, isOptional: true },
} as const satisfies Parameters;
