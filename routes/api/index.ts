import { serve } from "@/lib/http/endpoint.ts";
import { API } from "@/lib/service/endpoints.ts";
import { respondWithApi } from "@/lib/service/respond.ts";

export const handler = serve(API, respondWithApi);
