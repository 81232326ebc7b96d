import { define } from "@/lib/define.ts";
import { respondWithData } from "@/lib/launcher/launcher_response.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const data = await ctx.state.services.launcher.load(ctx.params.app_name);
    return await respondWithData(ctx, data, { build: () => data.news(ctx.url) });
  },
});
