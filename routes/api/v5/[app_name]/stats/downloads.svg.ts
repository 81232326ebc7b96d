import { define } from "@/lib/define.ts";
import { respondWithBody } from "@/lib/launcher/launcher_response.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { config, launcher } = ctx.state.services;
    const data = await launcher.load(ctx.params.app_name);
    return await respondWithBody(ctx, data, {
      type: "image/svg+xml",
      headers: SVG_HEADERS,
      build: () => data.downloadsPicture(ctx.url, config.appName),
    });
  },
});

// An SVG that is opened directly is a document: this policy forbids it to load or run anything.
const SVG_HEADERS = {
  "cross-origin-resource-policy": "cross-origin",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};
