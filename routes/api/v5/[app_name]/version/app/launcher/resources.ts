import { serve } from "@/lib/http/endpoint.ts";
import { V5_RESOURCES } from "@/lib/launcher/endpoints.ts";
import { respondWithData } from "@/lib/launcher/respond.ts";

export const handler = serve(V5_RESOURCES, (ctx, input) => respondWithData(ctx, input, (data) => data.resources()));
