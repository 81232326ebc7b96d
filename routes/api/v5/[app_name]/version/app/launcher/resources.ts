import { define } from "@/lib/define.ts";
import { answerRendered } from "@/lib/launcher/rendered.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { resources } = await ctx.state.services.launcher.answers(ctx.params.app_name);
    return answerRendered(ctx, resources);
  },
});
