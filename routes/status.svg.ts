import type { RouteConfig } from "fresh";
import { serve } from "@/lib/http/endpoint.ts";
import { STATUS_SVG } from "@/lib/meet/endpoints.ts";
import { respondWithStatusSvg, STATUSES } from "@/lib/meet/status.ts";

export const config: RouteConfig = { routeOverride: `/:status(${STATUSES.join("|")}).svg` };

export const handler = serve(STATUS_SVG, (ctx, { status }) => respondWithStatusSvg(ctx, status));
