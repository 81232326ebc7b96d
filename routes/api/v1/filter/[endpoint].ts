import { define } from "@/lib/define.ts";
import { respondWithFilter } from "@/lib/filters/filters.ts";
import { parseSegment } from "@/lib/http/parameters.ts";
import { FILTERS } from "@pawkit/images";

export const handler = define.handlers({
  GET: (ctx) => respondWithFilter(ctx, ctx.state.services, parseSegment(ctx.params.endpoint, FILTERS)),
});
