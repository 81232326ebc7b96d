import { define } from "@/lib/define.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";
import { respondWithFields } from "@/lib/launcher/response.ts";
import { APPLICATIONS } from "@/lib/launcher/names.ts";

export const handler = define.handlers({
  GET: (ctx) =>
    respondWithFields(ctx, ctx.state.services, {
      parameters: {},
      select: (data) => data.application(parseSegment(ctx.params.application, APPLICATIONS)),
    }),
});
