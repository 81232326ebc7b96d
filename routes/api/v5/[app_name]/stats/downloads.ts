import { serve } from "@/lib/http/endpoint.ts";
import { V5_DOWNLOADS } from "@/lib/launcher/endpoints.ts";
import { respondWithData } from "@/lib/launcher/respond.ts";

export const handler = serve(V5_DOWNLOADS, (ctx, input) => respondWithData(ctx, input, (data) => data.downloads()));
