import { serve } from "@/lib/http/endpoint.ts";
import { V1_GENERATED } from "@/lib/lists/endpoints.ts";
import { respondWithGenerated } from "@/lib/lists/generated.ts";

export const handler = serve(V1_GENERATED, (ctx, { path }) => respondWithGenerated(ctx, path));
