import { define } from "@/lib/define.ts";
import { respondWithJson } from "@/lib/http/responses.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithJson(ctx, ctx.state.services.history.report()),
});
