import { type FilterName, getFilter } from "@pawkit/images";

/** The filter that is selected first, because most people come for it. */
export const FIRST_FILTER = "blur";

/** Returns the path that filters a picture. */
export function toFilterUrl(chain: string, image: string): string {
  return `/api/v2/filter/${chain}?image=${image}`;
}

/** Returns a filter with an example of its parameter, if that has no default: `tint:ff8800`. */
export function toStep(filter: FilterName): string {
  const [parameter] = Object.values(getFilter(filter).parameters);
  return parameter?.fallback === undefined && parameter?.example !== undefined
    ? `${filter}:${parameter.example}`
    : filter;
}
