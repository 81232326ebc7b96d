import { define } from "@/lib/define.ts";
import { answerPrepared } from "@/lib/launcher/prepared.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { updates } = await ctx.state.services.launcher.answers(ctx.params.app_name);
    return answerPrepared(ctx, updates(ctx));
  },
});
