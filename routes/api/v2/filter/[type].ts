import { define } from "@/lib/define.ts";
import { respondWithFilter, respondWithFilteredUpload } from "@/lib/filters/response.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithFilter(ctx, ctx.state.services, ctx.params.type),
  POST: (ctx) => respondWithFilteredUpload(ctx, ctx.state.services, ctx.params.type),
});
