import { serve } from "@/lib/http/endpoint.ts";
import { HOME } from "@/lib/service/endpoints.ts";

// The page is loaded with the first request, so that the service starts faster.
export const handler = serve(HOME, async (ctx) => (await import("@/lib/page/Landing.tsx")).respondWithLanding(ctx));
