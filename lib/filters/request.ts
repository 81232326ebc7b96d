import { type FilterName, FILTERS } from "@/lib/images/filter_name.ts";
import { type Format, FORMATS } from "@/lib/images/format.ts";
import { STRENGTHS } from "@/lib/filters/strengths.ts";
import { toOwnPath } from "@/lib/filters/service_picture.ts";
import { parseChoice, parseNumber, parseRequired, parseSegment } from "@/lib/http/parameters.ts";

/** What is to be done to a picture, apart from which one. */
export interface Operation {
  readonly filter: FilterName;
  /** Within the filter's range; 0 where the filter takes none. */
  readonly strength: number;
  /** The format of the answer, or `auto` for the one the picture came in. */
  readonly format: Format | "auto";
}

/** One filter request, complete and checked. */
export interface FilterRequest extends Operation {
  /** The address of the picture as the caller gave it, or its path where it lies on this service. */
  readonly image: string;
}

/**
 * Reads a filter's name and query. `base` is the address that this service was called under: what lies below it is cut
 * to its path here, so that no other host can have a picture of ours kept under its name.
 *
 * @throws {ApiError} `unknown_type`, `missing_parameter` or `invalid_parameter`.
 */
export function parseFilterRequest(name: string | undefined, query: URLSearchParams, base?: string): FilterRequest {
  const filter = parseSegment(name, FILTERS);
  const image = parseRequired(query, "image");
  return {
    filter,
    image: toOwnPath(image, base) ?? image,
    strength: parseStrength(filter, query),
    format: parseChoice<Format | "auto">(query, "format", { allowed: FORMATS, fallback: "auto" }),
  };
}

/** Names an operation: equal operations have equal names, so that it can be part of a cache key. */
export function toOperationKey({ filter, strength, format }: Operation): string {
  return `${filter};${strength};${format}`;
}

function parseStrength(filter: FilterName, query: URLSearchParams): number {
  const range = STRENGTHS[filter];
  if (range === undefined) return 0;
  const strength = parseNumber(query, "strength", range);
  // Adding 0 turns -0 into 0, which would otherwise be another key for the same picture.
  return range.whole ? Math.round(strength) : strength + 0;
}
