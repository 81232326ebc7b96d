import { serve } from "@/lib/http/endpoint.ts";
import { RANDOM } from "@/lib/meet/endpoints.ts";
import { respondWithTyped } from "@/lib/meet/respond.ts";

export const handler = serve(RANDOM, respondWithTyped);
