import { define } from "@/lib/define.ts";
import { parseSegment } from "@/lib/http/parameters.ts";
import { TIERS } from "@/lib/launcher/names.ts";
import { answerPrepared } from "@/lib/launcher/prepared.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { tiers } = await ctx.state.services.launcher.answers(ctx.params.app_name);
    return answerPrepared(ctx, tiers[parseSegment(ctx.params.tier, TIERS)]);
  },
});
