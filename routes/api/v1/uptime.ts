import { serve } from "@/lib/http/endpoint.ts";
import { UPTIME } from "@/lib/service/endpoints.ts";
import { respondWithUptime } from "@/lib/service/respond.ts";

export const handler = serve(UPTIME, respondWithUptime);
