import { HttpError } from "fresh";
import { define } from "@/lib/define.ts";
import { findViewerFile } from "@/lib/page/viewer.ts";

export const handler = define.handlers({
  GET(ctx) {
    const file = findViewerFile(ctx.params.file ?? "");
    if (file === undefined) throw new HttpError(404);
    return ctx.state.services.renderedTexts.respond(ctx, file);
  },
});
