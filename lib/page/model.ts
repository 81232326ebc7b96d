import { type Endpoint, type Group, GROUPS } from "@/lib/endpoints/endpoint.ts";

/** Everything that the landing page shows. */
export interface PageModel {
  readonly endpoints: readonly Endpoint[];
  /** The public origin of the service, such as `https://example.org`. */
  readonly origin: string;
  /** How to reach the operator: an `https:` or `mailto:` URL. */
  readonly contact: string | undefined;
  readonly limits: readonly Limit[];
  /** One example per kind of animal. Empty if the operator's pictures are on another server. */
  readonly samples: readonly Sample[];
}

/** A row of the table of limits. */
export interface Limit {
  readonly what: string;
  readonly value: string;
}

/** A random animal: the request, the response and the picture that the response links to. */
export interface Sample {
  /** The path and query of the request. */
  readonly request: string;
  readonly response: unknown;
  readonly picture: Picture;
}

/** A picture that this service serves. */
export interface Picture {
  readonly name: string;
  readonly path: string;
  /** The path of the smallest variant. */
  readonly thumbnail: string;
  readonly alt: string;
}

/** A section of the page. */
export interface PageSection {
  /** The anchor: `random-v2`. */
  readonly id: string;
  /** The heading: `Random content, v2`. */
  readonly title: string;
  readonly endpoints: readonly Endpoint[];
}

/** The section in which filters can be tried. */
export const PLAYGROUND: PageSection = { id: "playground", title: "Filter playground", endpoints: [] };

/** Returns one section per group and version, in the order of {@linkcode GROUPS}, and the playground after the filters. */
export function toSections(endpoints: readonly Endpoint[]): readonly PageSection[] {
  return (Object.keys(GROUPS) as Group[]).flatMap((group) => {
    const versions = Map.groupBy(endpoints.filter((each) => each.group === group), ({ version }) => version);
    const sections = [...versions].map(([version, each]) => ({
      id: version === undefined ? group : `${group}-${version}`,
      title: version === undefined ? GROUPS[group] : `${GROUPS[group]}, ${version}`,
      endpoints: each,
    }));
    return group === "filters" ? [...sections, PLAYGROUND] : sections;
  });
}
