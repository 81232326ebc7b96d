import { define } from "@/lib/define.ts";
import { parseSegment } from "@/lib/http/parameters.ts";
import { respondWithData } from "@/lib/launcher/launcher_response.ts";
import { TIERS } from "@/lib/launcher/names.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const data = await ctx.state.services.launcher.load(ctx.params.app_name);
    return await respondWithData(ctx, data, { build: () => data.tier(parseSegment(ctx.params.tier, TIERS)) });
  },
});
