import { parseDrawingOptions } from "@/lib/content/variant.ts";
import { define } from "@/lib/define.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { readQuery } from "@/lib/http/parameters.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { kind = "", file = "" } = ctx.params;
    const { access, content } = ctx.state.services;
    const options = parseDrawingOptions(readQuery(ctx.req));
    const picture = await content.loadPicture(kind, file, { ...options, caller: access.callerOf(ctx) });
    if (picture !== undefined) return await picture.toResponse(ctx);
    throw new ApiError("not_found", "Cannot find this picture: draw one at /api/v2/random/animal");
  },
});
