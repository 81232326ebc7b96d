import { define } from "@/lib/define.ts";
import { parseSegment } from "@/lib/http/parameters.ts";
import { TIERS } from "@/lib/launcher/names.ts";
import { answerRendered } from "@/lib/launcher/rendered.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { tiers } = await ctx.state.services.launcher.answers(ctx.params.app_name);
    return answerRendered(ctx, tiers[parseSegment(ctx.params.tier, TIERS)]);
  },
});
