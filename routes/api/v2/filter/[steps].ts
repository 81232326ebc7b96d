import { define } from "@/lib/define.ts";
import { respondWithFilter, respondWithFilteredUpload } from "@/lib/filters/filter_response.ts";
import { readLastSegment } from "@/lib/parameters/path_segments.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithFilter(ctx, ctx.state.services, readLastSegment(ctx.req)),
  POST: (ctx) => respondWithFilteredUpload(ctx, ctx.state.services, readLastSegment(ctx.req)),
});
