import { V1_FILTER } from "@/lib/filters/endpoints.ts";
import { respondWithFilter } from "@/lib/filters/respond.ts";
import { serve } from "@/lib/http/endpoint.ts";

export const handler = serve(V1_FILTER, respondWithFilter);
