import { serve } from "@/lib/http/endpoint.ts";
import { GENERATED } from "@/lib/lists/endpoints.ts";
import { respondWithGeneratedFile } from "@/lib/lists/generated.ts";

export const handler = serve(GENERATED, (ctx, { path }) => respondWithGeneratedFile(ctx, path));
