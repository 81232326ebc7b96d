import { serve } from "@/lib/http/endpoint.ts";
import { V1_LOGS } from "@/lib/logs/endpoints.ts";
import { respondWithLogs } from "@/lib/logs/last_lines.ts";

export const handler = serve(V1_LOGS, (ctx, { fileName }) => respondWithLogs(ctx, fileName));
