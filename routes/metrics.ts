import { serve } from "@/lib/http/endpoint.ts";
import { METRICS } from "@/lib/service/endpoints.ts";
import { respondWithMetrics } from "@/lib/service/operator.ts";

export const handler = serve(METRICS, respondWithMetrics);
