import { define } from "@/lib/define.ts";
import { DOWNLOADS_PARAMETERS } from "@/lib/launcher/parameters.ts";
import { respondWithFields } from "@/lib/launcher/response.ts";

export const handler = define.handlers({
  GET: (ctx) =>
    respondWithFields(ctx, ctx.state.services, {
      parameters: DOWNLOADS_PARAMETERS,
      select: (data, values) => data.downloads(values),
    }),
});
