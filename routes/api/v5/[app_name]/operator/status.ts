import { serve } from "@/lib/http/endpoint.ts";
import { STATUS } from "@/lib/service/endpoints.ts";
import { respondWithStatus } from "@/lib/service/operator.ts";

export const handler = serve(STATUS, respondWithStatus);
