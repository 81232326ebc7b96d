import { define } from "@/lib/define.ts";
import { findViewerFile } from "@/lib/page/viewer.ts";

export const handler = define.handlers({
  GET: (ctx) => ctx.state.services.renderedTexts.respond(ctx, findViewerFile("")!),
});
