import { serve } from "@/lib/http/endpoint.ts";
import { BANS } from "@/lib/service/endpoints.ts";
import { respondWithBans } from "@/lib/service/operator.ts";

export const handler = serve(BANS, respondWithBans);
