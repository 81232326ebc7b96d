import { serve } from "@/lib/http/endpoint.ts";
import { V1_STRING } from "@/lib/random/endpoints.ts";
import { respondWithTexts } from "@/lib/random/respond.ts";

export const handler = serve(
  V1_STRING,
  (ctx, { endpoint: list, ...input }) => respondWithTexts(ctx, { version: "v1", category: "string", list }, input),
);
