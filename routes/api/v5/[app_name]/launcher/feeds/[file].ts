import { define } from "@/lib/define.ts";
import { cacheWithOrigin } from "@/lib/http/cache_control.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { parseValues } from "@/lib/parameters/parse_values.ts";
import { parseFeedFile, writeFeed } from "@/lib/launcher/feeds/registry.ts";
import { LAUNCHER_CACHE, respondWithData } from "@/lib/launcher/response.ts";
import { FEED_PARAMETERS } from "@/lib/launcher/parameters.ts";
import { readQuery } from "@/lib/parameters/query.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config, launcher } = ctx.state.services;
    const data = await launcher.load(ctx.params.app_name);
    const file = parseFeedFile(ctx.params.file);
    const { channel } = parseValues(readQuery(ctx.req), {
      channel: { ...FEED_PARAMETERS.channel, fallback: file.channel },
    });
    const link = file.feed.hasLink ? publicOrigin(ctx, config) : "";
    return await respondWithData(ctx, data, {
      type: file.feed.mediaType,
      cache: file.feed.hasLink ? cacheWithOrigin(LAUNCHER_CACHE, config) : LAUNCHER_CACHE,
      key: `${ctx.params.file} ${channel} ${link}`,
      build: () => writeFeed(data.offered(channel), { ...file, title: config.appName, link }),
    });
  },
});
