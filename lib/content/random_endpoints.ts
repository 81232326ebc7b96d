import type { Category } from "@/lib/content/categories.ts";

/** What the route of random items returns. */
export interface RandomEndpoint {
  readonly version: "v1" | "v2";
  readonly category: Category;
  /** The variable segment of the path, which names a kind. Without one, animals are of any kind. */
  readonly variable?: "kind" | "endpoint" | "type";
}

/** The endpoints of random items by path. Their routes and descriptions differ in nothing else. */
export const RANDOM_ENDPOINTS = {
  "/api/v2/random/animal/{kind}": { version: "v2", category: "animals", variable: "kind" },
  "/api/v2/random/animal": { version: "v2", category: "animals" },
  "/api/v1/animals/{kind}": { version: "v1", category: "animals", variable: "kind" },
  "/api/v2/random/string/{type}": { version: "v2", category: "string", variable: "type" },
  "/api/v2/random/yt-video/{type}": { version: "v2", category: "yt-video", variable: "type" },
  "/api/v2/random/kaomoji/{type}": { version: "v2", category: "kaomoji", variable: "type" },
  "/api/v1/string/{endpoint}": { version: "v1", category: "string", variable: "endpoint" },
  "/api/v1/kaomoji/{endpoint}": { version: "v1", category: "kaomoji", variable: "endpoint" },
} as const satisfies Readonly<Record<string, RandomEndpoint>>;

/** The path of an endpoint of random items. */
export type RandomPath = keyof typeof RANDOM_ENDPOINTS;
