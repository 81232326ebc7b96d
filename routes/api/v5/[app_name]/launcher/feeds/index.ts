import { define } from "@/lib/define.ts";
import { listFeeds } from "@/lib/launcher/feeds/registry.ts";
import { respondWithFields } from "@/lib/launcher/response.ts";
import { FEED_PARAMETERS } from "@/lib/launcher/parameters.ts";

export const handler = define.handlers({
  GET: (ctx) =>
    respondWithFields(ctx, ctx.state.services, {
      parameters: FEED_PARAMETERS,
      select: (data, { channel }) => {
        return { channel, feeds: listFeeds(data.offered(channel), `/api/v5/${ctx.params.app_name}/launcher/feeds`) };
      },
    }),
});
