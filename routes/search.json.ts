import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { config, renderedTexts } = ctx.state.services;
    return renderedTexts.respond(ctx, {
      name: "search",
      type: "application/json",
      async render() {
        // Imported here because the descriptions take a quarter of a cold start.
        const { createSearchIndex } = await import("@/lib/page/search/search_index.ts");
        return JSON.stringify(await createSearchIndex(config));
      },
    });
  },
});
