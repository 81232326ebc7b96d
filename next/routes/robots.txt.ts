import { serve } from "@/lib/http/endpoint.ts";
import { ROBOTS } from "@/lib/service/endpoints.ts";
import { respondWithRobots } from "@/lib/service/respond.ts";

export const handler = serve(ROBOTS, respondWithRobots);
