import { define } from "@/lib/define.ts";
import { ApiError } from "@/lib/http/errors.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { kind = "", file = "" } = ctx.params;
    const { access, content } = ctx.state.services;
    const picture = await content.loadPicture(kind, file, () => access.callerOf(ctx));
    if (picture === undefined) {
      throw new ApiError("not_found", "Cannot find this picture: draw one at /api/v2/random/animal");
    }
    return picture.toResponse(ctx);
  },
});
