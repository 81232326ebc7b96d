import { define } from "@/lib/define.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { parseSegment } from "@/lib/http/parameters.ts";
import { FEED_BY_FILE, writeFeed } from "@/lib/launcher/feeds/registry.ts";
import { respondWithData } from "@/lib/launcher/launcher_response.ts";
import { parseChannel } from "@/lib/launcher/names.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config, launcher } = ctx.state.services;
    const data = await launcher.load(ctx.params.app_name);
    const file = parseSegment(ctx.params.file, [...FEED_BY_FILE.keys()]);
    const feed = FEED_BY_FILE.get(file)!;
    const channel = parseChannel(ctx.url, feed.files[file]?.channel);
    const link = publicOrigin(ctx, config);
    return await respondWithData(ctx, data, {
      type: feed.mediaType,
      key: `${file} ${channel} ${link}`,
      build: () => writeFeed(data.offered(channel), { file, title: config.appName, link }),
    });
  },
});
