import { define } from "@/lib/define.ts";
import { respondWithFilter } from "@/lib/filters/response.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithFilter(ctx, ctx.state.services, ctx.params.endpoint),
});
