import { define } from "@/lib/define.ts";
import { parseSegment } from "@/lib/http/parameters.ts";
import { ELECTRON_FILES } from "@/lib/launcher/feeds/electron.ts";
import { parseChannel } from "@/lib/launcher/feeds/feeds.ts";
import { respondWithBody } from "@/lib/launcher/launcher_response.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const data = await ctx.state.services.launcher.load(ctx.params.app_name);
    const file = parseSegment(ctx.params.file, Object.keys(ELECTRON_FILES));
    const channel = parseChannel(ctx.url, ELECTRON_FILES[file]?.channel);
    return await respondWithBody(ctx, data, {
      type: "application/yaml",
      key: `${file} ${channel}`,
      build: () => data.feeds.toUpdateInfo(channel, file),
    });
  },
});
