import { define } from "@/lib/define.ts";
import { parseSegment } from "@/lib/http/parameters.ts";
import { findTauriUpdate, TAURI_ARCHES, TAURI_TARGETS } from "@/lib/launcher/feeds/tauri.ts";
import { respondWithData } from "@/lib/launcher/launcher_response.ts";
import { parseChannel } from "@/lib/launcher/query.ts";
import { parseVersionParameter } from "@/lib/launcher/version.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const data = await ctx.state.services.launcher.load(ctx.params.app_name);
    const client = {
      target: parseSegment(ctx.params.target, TAURI_TARGETS),
      arch: parseSegment(ctx.params.arch, TAURI_ARCHES),
      current: parseVersionParameter("current_version", ctx.params.current_version ?? ""),
    };
    const offered = data.offered(parseChannel(ctx.url));
    return await respondWithData(ctx, data, { build: () => findTauriUpdate(offered, client) });
  },
});
