import { define } from "@/lib/define.ts";
import { answerPrepared } from "@/lib/launcher/prepared.ts";
import { parseUpdatesQuery } from "@/lib/launcher/updates.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { updates } = await ctx.state.services.launcher.answers(ctx.params.app_name);
    const { channel, current } = parseUpdatesQuery(ctx.url);
    return answerPrepared(ctx, updates[channel](current));
  },
});
