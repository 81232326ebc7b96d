import { define } from "@/lib/define.ts";
import { respondWithFilter } from "@/lib/filters/filter_response.ts";
import { parseFilterName } from "@/lib/filters/request.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithFilter(ctx, ctx.state.services, parseFilterName(ctx.params.endpoint)),
});
