import { define } from "@/lib/define.ts";
import { ApiError } from "@/lib/http/errors.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { kind = "", file = "" } = ctx.params;
    const picture = await ctx.state.services.content.loadPicture(kind, file);
    if (picture === undefined) {
      throw new ApiError("not_found", "Cannot find this picture: draw one at /api/v2/random/animal");
    }
    return picture.toResponse(ctx);
  },
});
