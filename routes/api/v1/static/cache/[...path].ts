import { serve } from "@/lib/http/endpoint.ts";
import { V1_CACHE } from "@/lib/lists/endpoints.ts";
import { respondWithChecksums } from "@/lib/lists/generated.ts";

export const handler = serve(V1_CACHE, respondWithChecksums);
