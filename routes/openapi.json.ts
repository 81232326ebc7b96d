import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { config, renderedTexts } = ctx.state.services;
    return renderedTexts.respond(ctx, {
      name: "openapi",
      type: "application/json",
      async render() {
        // Imported here because the descriptions take a quarter of a cold start.
        const { toOpenApi } = await import("@/lib/endpoints/openapi.ts");
        return JSON.stringify(toOpenApi(config));
      },
    });
  },
});
