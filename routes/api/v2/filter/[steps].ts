import { V2_FILTER } from "@/lib/filters/endpoints.ts";
import { respondWithFilter } from "@/lib/filters/respond.ts";
import { serve } from "@/lib/http/endpoint.ts";

export const handler = serve(V2_FILTER, respondWithFilter);
