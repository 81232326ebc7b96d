import { define } from "@/lib/define.ts";
import { parseSegment } from "@/lib/http/parameters.ts";
import { respondWithFields } from "@/lib/launcher/response.ts";
import { APPLICATIONS } from "@/lib/launcher/names.ts";

export const handler = define.handlers({
  GET: (ctx) =>
    respondWithFields(ctx, ctx.state.services, (data) => {
      return data.application(parseSegment(ctx.params.application, APPLICATIONS));
    }),
});
