import { respondWithFound } from "@/lib/content/drawings/picture_response.ts";
import { parseFileOptions } from "@/lib/content/drawings/variant.ts";
import { define } from "@/lib/define.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { readQuery } from "@/lib/parameters/query.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { kind = "", file = "" } = ctx.params;
    const { services } = ctx.state;
    const options = parseFileOptions(readQuery(ctx.req), kind, file);
    const picture = await services.content.pictures.findFile(kind, file, options);
    if (picture !== undefined) return await respondWithFound(ctx, services, picture);
    throw new ApiError("not_found", "Cannot find this picture: draw one at /api/v2/random/animal");
  },
});
