import type { Category } from "@/lib/content/categories.ts";

/** What a route of random items returns. */
export interface RandomEndpoint {
  /** Two to four words for lists. */
  readonly title: string;
  readonly version: "v1" | "v2";
  readonly category: Category;
  /** The variable segment of the path, which names a kind. Without one, animals are of any kind. */
  readonly variable?: "kind" | "endpoint" | "type";
}

/** The endpoints of random items by route. Their routes, parameters and descriptions differ in nothing else. */
export const RANDOM_ENDPOINTS: Readonly<Record<string, RandomEndpoint>> = {
  "/api/v2/random/animal/:kind": { title: "Random animal", version: "v2", category: "animals", variable: "kind" },
  "/api/v2/random/animal": { title: "Animal of any kind", version: "v2", category: "animals" },
  "/api/v1/animals/:kind": { title: "Random animal (v1)", version: "v1", category: "animals", variable: "kind" },
  "/api/v2/random/string/:type": { title: "8 ball answer", version: "v2", category: "string", variable: "type" },
  "/api/v2/random/yt-video/:type": { title: "Cat video", version: "v2", category: "yt-video", variable: "type" },
  "/api/v2/random/kaomoji/:type": { title: "Random kaomoji", version: "v2", category: "kaomoji", variable: "type" },
  "/api/v1/string/:endpoint": { title: "8 ball answer (v1)", version: "v1", category: "string", variable: "endpoint" },
  "/api/v1/kaomoji/:endpoint": {
    title: "Random kaomoji (v1)",
    version: "v1",
    category: "kaomoji",
    variable: "endpoint",
  },
};
