import { KINDS } from "@pawkit/animals";
import type { RouteConfig } from "fresh";
import { serve } from "@/lib/http/endpoint.ts";
import { KIND } from "@/lib/meet/endpoints.ts";
import { respondWithTyped } from "@/lib/meet/respond.ts";

// `/:kind` alone would also match the files of `static/`.
export const config: RouteConfig = { routeOverride: `/:kind(${KINDS.join("|")})` };

export const handler = serve(KIND, respondWithTyped);
