import { serve } from "@/lib/http/endpoint.ts";
import { V1_KAOMOJI } from "@/lib/random/endpoints.ts";
import { respondWithTexts } from "@/lib/random/respond.ts";

export const handler = serve(
  V1_KAOMOJI,
  (ctx, { endpoint: list, ...input }) => respondWithTexts(ctx, { version: "v1", category: "kaomoji", list }, input),
);
