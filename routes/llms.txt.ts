import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { config, renderedTexts } = ctx.state.services;
    return renderedTexts.respond(ctx, {
      name: "llms",
      type: "text/plain; charset=utf-8",
      async render() {
        // Imported here because the descriptions take a quarter of a cold start.
        const { renderLlmsTxt } = await import("@/lib/endpoints/llms_txt.ts");
        return renderLlmsTxt(config);
      },
    });
  },
});
