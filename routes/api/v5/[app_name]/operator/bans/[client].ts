import { serve } from "@/lib/http/endpoint.ts";
import { LIFT_BAN } from "@/lib/service/endpoints.ts";
import { respondWithLift } from "@/lib/service/operator.ts";

export const handler = serve(LIFT_BAN, respondWithLift);
