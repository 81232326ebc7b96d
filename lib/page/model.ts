import { type Endpoint, type Group, GROUPS } from "@/lib/endpoints/endpoint.ts";

/** A picture of the service's own. */
export interface Sample {
  readonly name: string;
  /** Its path on this service. */
  readonly path: string;
  /** The lightest form of it. */
  readonly thumbnail: string;
  readonly alt: string;
}

/** A call with its real answer. */
export interface AnsweredCall {
  readonly call: string;
  readonly body: unknown;
  readonly picture: Sample;
}

/** One line of the table of limits. */
export interface Limit {
  readonly what: string;
  readonly value: string;
}

/** Everything the page shows; the route gathers it once. */
export interface PageModel {
  readonly endpoints: readonly Endpoint[];
  /** What stands before every path, such as `https://example.org`. */
  readonly base: string;
  /** Where the operator can be written to, if that is known. */
  readonly contact: string | undefined;
  readonly limits: readonly Limit[];
  /** Calls for an animal of each kind; none where the operator's pictures lie elsewhere. */
  readonly samples: readonly AnsweredCall[];
}

/** The endpoints of one group, apart by version where it has more than one. */
export interface Part {
  readonly group: Group;
  readonly version: string | undefined;
  readonly endpoints: readonly Endpoint[];
}

/** Sorts endpoints into the parts of the page, in the order of their groups. */
export function toParts(endpoints: readonly Endpoint[]): readonly Part[] {
  return (Object.keys(GROUPS) as Group[]).flatMap((group) => {
    const versions = Map.groupBy(endpoints.filter((each) => each.group === group), ({ version }) => version);
    return [...versions].map(([version, each]) => ({ group, version, endpoints: each }));
  });
}

/** The parts before the playground, which follows the filters, and those after it. */
export interface SplitParts {
  readonly before: readonly Part[];
  readonly after: readonly Part[];
}

/** Splits the parts where the playground stands. */
export function splitParts(parts: readonly Part[]): SplitParts {
  const end = parts.findLastIndex(({ group }) => group === "filters") + 1;
  return { before: parts.slice(0, end), after: parts.slice(end) };
}
