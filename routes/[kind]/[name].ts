import { KINDS } from "@pawkit/animals";
import type { RouteConfig } from "fresh";
import { serve } from "@/lib/http/endpoint.ts";
import { ANIMAL } from "@/lib/meet/endpoints.ts";
import { respondWithAnimals } from "@/lib/meet/respond.ts";

// `/:kind/:name` alone would also match the files in folders of `static/`.
export const config: RouteConfig = { routeOverride: `/:kind(${KINDS.join("|")})/:name` };

export const handler = serve(ANIMAL, respondWithAnimals);
