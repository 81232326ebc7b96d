import { serve } from "@/lib/http/endpoint.ts";
import { HEALTH } from "@/lib/service/endpoints.ts";
import { respondWithHealth } from "@/lib/service/respond.ts";

export const handler = serve(HEALTH, respondWithHealth);
