import type { RouteConfig } from "fresh";
import { serve } from "@/lib/http/endpoint.ts";
import { SECURITY } from "@/lib/service/endpoints.ts";
import { respondWithSecurity } from "@/lib/service/respond.ts";

// This file is not in a folder `.well-known`, because many tools skip folders whose names start with a dot.
export const config: RouteConfig = { routeOverride: "/.well-known/security.txt" };

export const handler = serve(SECURITY, respondWithSecurity);
