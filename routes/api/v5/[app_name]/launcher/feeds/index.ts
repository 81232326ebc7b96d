import { define } from "@/lib/define.ts";
import { listFeeds } from "@/lib/launcher/feeds/feeds.ts";
import { respondWithData } from "@/lib/launcher/launcher_response.ts";
import { parseChannel } from "@/lib/launcher/query.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const data = await ctx.state.services.launcher.load(ctx.params.app_name);
    const root = `/api/v5/${ctx.params.app_name}/launcher/feeds`;
    const channel = parseChannel(ctx.url);
    return await respondWithData(ctx, data, {
      build: () => ({ channel, feeds: listFeeds(data.offered(channel), root) }),
    });
  },
});
