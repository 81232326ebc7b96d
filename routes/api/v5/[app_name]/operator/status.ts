import { define } from "@/lib/define.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { readStatus } from "@/lib/metrics/status.ts";

export const handler = define.handlers({
  GET(ctx) {
    return respondWithJson(ctx, readStatus(ctx.state.services.operator));
  },
});
