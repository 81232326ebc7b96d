import { serve } from "@/lib/http/endpoint.ts";
import { OPENAPI } from "@/lib/service/endpoints.ts";

// This module is loaded with the first request, because it needs the endpoints of every feature.
export const handler = serve(
  OPENAPI,
  async (ctx) => (await import("@/lib/describe/respond.ts")).respondWithOpenApi(ctx),
);
