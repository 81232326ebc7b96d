import { serve } from "@/lib/http/endpoint.ts";
import { V2_VIDEO } from "@/lib/random/endpoints.ts";
import { respondWithTexts } from "@/lib/random/respond.ts";

export const handler = serve(
  V2_VIDEO,
  (ctx, { type: list, ...input }) => respondWithTexts(ctx, { version: "v2", category: "yt-video", list }, input),
);
