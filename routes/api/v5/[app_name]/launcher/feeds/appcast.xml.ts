import { define } from "@/lib/define.ts";
import { publicOrigin } from "@/lib/http/request_url.ts";
import { parseChannel } from "@/lib/launcher/feeds/feeds.ts";
import { respondWithBody } from "@/lib/launcher/launcher_response.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config, launcher } = ctx.state.services;
    const data = await launcher.load(ctx.params.app_name);
    const channel = parseChannel(ctx.url);
    const link = publicOrigin(ctx, config);
    return await respondWithBody(ctx, data, {
      type: "application/xml",
      key: `appcast ${channel} ${link}`,
      build: () => data.feeds.toAppcast(channel, { title: config.appName, link }),
    });
  },
});
