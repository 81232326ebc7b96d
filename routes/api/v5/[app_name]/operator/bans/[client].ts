import { define } from "@/lib/define.ts";
import { readNetwork } from "@/lib/http/client_address.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { readLastSegment } from "@/lib/parameters/path_segments.ts";
import { respondWithJson } from "@/lib/http/responses.ts";

export const handler = define.handlers({
  DELETE(ctx) {
    const { bans } = ctx.state.services.access;
    const client = readNetwork(readLastSegment(ctx.req));
    if (!bans.isBanned(client)) throw new ApiError("not_found", "Cannot lift the ban: this client is not banned");
    bans.lift(client);
    return respondWithJson(ctx, { client });
  },
});
