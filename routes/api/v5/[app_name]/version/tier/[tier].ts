import { define } from "@/lib/define.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";
import { respondWithFields } from "@/lib/launcher/response.ts";
import { TIERS } from "@/lib/launcher/names.ts";

export const handler = define.handlers({
  GET: (ctx) =>
    respondWithFields(ctx, ctx.state.services, {
      parameters: {},
      select: (data) => data.tier(parseSegment(ctx.params.tier, TIERS)),
    }),
});
