import { parseDrawingOptions } from "@/lib/content/variant.ts";
import { define } from "@/lib/define.ts";
import { ApiError } from "@/lib/http/errors.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { kind = "", file = "" } = ctx.params;
    const { access, content } = ctx.state.services;
    // Most URLs have no query, so parsing it is skipped.
    const options = ctx.req.url.includes("?") ? parseDrawingOptions(ctx.url.searchParams) : {};
    const picture = await content.loadPicture(kind, file, { ...options, caller: access.callerOf(ctx) });
    if (picture !== undefined) return await picture.toResponse(ctx);
    throw new ApiError("not_found", "Cannot find this picture: draw one at /api/v2/random/animal");
  },
});
