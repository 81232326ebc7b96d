import type { RouteConfig } from "fresh";
import { serve } from "@/lib/http/endpoint.ts";
import { STATUS_PNG } from "@/lib/meet/endpoints.ts";
import { respondWithStatusPng, STATUSES } from "@/lib/meet/status.ts";

export const config: RouteConfig = { routeOverride: `/:status(${STATUSES.join("|")}).png` };

export const handler = serve(STATUS_PNG, (ctx, { status }) => respondWithStatusPng(ctx, status));
