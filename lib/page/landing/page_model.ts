import type { Endpoint, Installation } from "@/lib/endpoints/endpoint.ts";
import type { ShownAnimal } from "@/lib/page/parts/shown_animal.ts";

/** Everything that the landing page shows. */
export interface PageModel extends Pick<Installation, "maxSourceBytes" | "maxPixels"> {
  /** The endpoints, without the operator area, which is for one person. */
  readonly endpoints: readonly Endpoint[];
  /** One of every kind, the large one first. Empty if the operator's pictures are on another server. */
  readonly animals: readonly ShownAnimal[];
  /** Whether the service draws the animals of every kind, so that the page can draw them, too. */
  readonly drawsAnimals: boolean;
}
