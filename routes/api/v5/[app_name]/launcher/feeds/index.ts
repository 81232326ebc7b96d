import { define } from "@/lib/define.ts";
import { listFeeds } from "@/lib/launcher/feeds/registry.ts";
import { respondWithFields } from "@/lib/launcher/response.ts";
import { parseChannel } from "@/lib/launcher/parameters.ts";

export const handler = define.handlers({
  GET: (ctx) =>
    respondWithFields(ctx, ctx.state.services, (data) => {
      const channel = parseChannel(ctx.url);
      return { channel, feeds: listFeeds(data.offered(channel), `/api/v5/${ctx.params.app_name}/launcher/feeds`) };
    }),
});
