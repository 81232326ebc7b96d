import { serve } from "@/lib/http/endpoint.ts";
import { VERSION } from "@/lib/service/endpoints.ts";
import { respondWithVersion } from "@/lib/service/respond.ts";

export const handler = serve(VERSION, respondWithVersion);
