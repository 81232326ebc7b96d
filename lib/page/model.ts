import type { Endpoint, Group } from "@/lib/endpoints/endpoint.ts";

/** A picture of the service's own. */
export interface Sample {
  readonly name: string;
  /** Its path on this service. */
  readonly path: string;
  readonly alt: string;
}

/** A filter and the range of its strength, if it takes one. */
export interface FilterChoice {
  readonly name: string;
  readonly strength?: {
    readonly min: number;
    readonly max: number;
    readonly fallback: number;
    readonly whole: boolean;
  };
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
  /** Absent where the operator's pictures lie elsewhere: the page shows those of its own origin only. */
  readonly example?: AnsweredCall | undefined;
  readonly filters: readonly FilterChoice[];
  readonly samples: readonly Sample[];
}

/** The endpoints of one group, apart by version where it has more than one. */
export interface Part {
  readonly group: Group;
  readonly version: string | undefined;
  readonly endpoints: readonly Endpoint[];
}

/** Sorts endpoints into the parts of the page, in the order in which they come. */
export function toParts(endpoints: readonly Endpoint[]): readonly Part[] {
  const parts = Map.groupBy(endpoints, ({ group, version }) => `${group} ${version}`);
  return [...parts.values()].flatMap((each) => {
    const [first] = each;
    return first === undefined ? [] : [{ group: first.group, version: first.version, endpoints: each }];
  });
}
