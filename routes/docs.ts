import { serve } from "@/lib/http/endpoint.ts";
import { DOCS } from "@/lib/service/endpoints.ts";

// The page is loaded with the first request, so that the service starts faster.
export const handler = serve(DOCS, async (ctx) => (await import("@/lib/page/Guide.tsx")).respondWithGuide(ctx));
