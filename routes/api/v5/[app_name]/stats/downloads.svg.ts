import { define } from "@/lib/define.ts";
import { CONTENT_SECURITY, PICTURE_HEADERS } from "@/lib/http/content_security.ts";
import { respondWithData } from "@/lib/launcher/response.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config, launcher } = ctx.state.services;
    const data = await launcher.load(ctx.params.app_name);
    return await respondWithData(ctx, data, {
      type: "image/svg+xml",
      headers: { ...PICTURE_HEADERS, ...CONTENT_SECURITY.styledPicture },
      build: () => data.downloadsPicture(ctx.url, config.appName),
    });
  },
});
