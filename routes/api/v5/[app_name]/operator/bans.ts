import { define } from "@/lib/define.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { listBans } from "@/lib/metrics/status.ts";

export const handler = define.handlers({
  GET(ctx) {
    return respondWithJson(ctx, listBans(ctx.state.services.operator));
  },
});
