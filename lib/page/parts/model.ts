import type { Config } from "@/fresh.config.ts";
import type { Parents } from "@/lib/content/named_animal.ts";
import type { Credit } from "@/lib/content/credits.ts";
import { type Endpoint, type Group, GROUPS, type Installation } from "@/lib/endpoints/endpoint.ts";
import { describeEndpoints } from "@/lib/endpoints/mod.ts";

/** Everything that the landing page shows. */
export interface PageModel extends Pick<Installation, "origin" | "maxSourceBytes" | "maxPixels"> {
  /** The endpoints, without the operator area, which is for one person. */
  readonly endpoints: readonly Endpoint[];
  /** One of every kind, the large one first. Empty if the operator's pictures are on another server. */
  readonly animals: readonly ShownAnimal[];
  /** Whether the service draws the animals of every kind, so that the page can draw them, too. */
  readonly drawsAnimals: boolean;
}

/** What the page shows about a block list. */
export interface ListFacts {
  readonly entries: number;
  readonly date: Date;
}

/** An animal that belongs to a name. */
export interface ShownAnimal {
  /** The name, which is the seed of the animal. */
  readonly name: string;
  /** The names of its parents, if it is the child of two. */
  readonly parents?: Parents | undefined;
  readonly kind: string;
  /** The path of its picture, or the URL of one on another server. */
  readonly path: string;
  /** Whether it is a drawing, not a photograph. */
  readonly isDrawn: boolean;
  /** The path of the smallest variant: the SVG of a drawing. */
  readonly thumbnail: string;
  /** The drawing, if the page contains it. */
  readonly svg?: string | undefined;
  /** The drawing that moves, if the page contains it. */
  readonly living?: string | undefined;
  readonly alt: string;
  /** The author and the licence of a photograph. */
  readonly credit?: Credit | undefined;
}

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
