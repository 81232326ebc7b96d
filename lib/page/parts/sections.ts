import type { Config } from "@/fresh.config.ts";
import { type Endpoint, type Group, GROUPS } from "@/lib/endpoints/endpoint.ts";
import { describeEndpoints } from "@/lib/endpoints/mod.ts";

/** A group of endpoints. */
export interface PageSection {
  readonly id: Group;
  readonly title: string;
  readonly cards: readonly Card[];
}

/** An endpoint, and the same endpoint in v1, which needs only one line. */
export interface Card {
  readonly endpoint: Endpoint;
  readonly v1Endpoint: Endpoint | undefined;
}

/** Describes the endpoints that pages show: all but those of the operator, who is one person. */
export function describePublicEndpoints(config: Config): readonly Endpoint[] {
  return describeEndpoints(config).filter(({ group }) => group !== "operator")
    .map((endpoint) => fillAppName(endpoint, config.appName));
}

/** Writes the name of the application into the path, because a variable with one value offers no choice. */
function fillAppName(endpoint: Endpoint, appName: string): Endpoint {
  const parameters = endpoint.parameters.filter(({ name }) => name !== "app_name");
  return { ...endpoint, path: endpoint.path.replace("{app_name}", appName), parameters };
}

/** Returns one section per group, in the order of {@linkcode GROUPS}. */
export function toSections(endpoints: readonly Endpoint[]): readonly PageSection[] {
  const cards = endpoints.map((endpoint) => ({ endpoint, v1Endpoint: findV1Endpoint(endpoint, endpoints) }));
  const inOtherCards = new Set(cards.map(({ v1Endpoint }) => v1Endpoint));
  return (Object.keys(GROUPS) as Group[]).map((id) => ({
    id,
    title: GROUPS[id],
    cards: cards.filter(({ endpoint }) => endpoint.group === id && !inOtherCards.has(endpoint)),
  })).filter((section) => section.cards.length > 0);
}

/** Returns the v1 endpoint that returns the same as a v2 endpoint: `v1-animals` for `v2-random-animal`. */
function findV1Endpoint({ version, id }: Endpoint, endpoints: readonly Endpoint[]): Endpoint | undefined {
  if (version !== "v2") return undefined;
  const name = id.replace(/^v2-(random-)?/, "");
  return endpoints.find((each) => each.version === "v1" && [`v1-${name}`, `v1-${name}s`].includes(each.id));
}
