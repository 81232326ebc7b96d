import { serve } from "@/lib/http/endpoint.ts";
import { V5_APPLICATION } from "@/lib/launcher/endpoints.ts";
import { respondWithData } from "@/lib/launcher/respond.ts";

export const handler = serve(
  V5_APPLICATION,
  (ctx, input) => respondWithData(ctx, input, (data) => data.application(input.application)),
);
