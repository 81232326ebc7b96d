import { serve } from "@/lib/http/endpoint.ts";
import { V5_TIER } from "@/lib/launcher/endpoints.ts";
import { respondWithData } from "@/lib/launcher/respond.ts";

export const handler = serve(V5_TIER, (ctx, input) => respondWithData(ctx, input, (data) => data.tier(input.tier)));
