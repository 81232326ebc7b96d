import { toUntil } from "@/lib/access/bans.ts";
import { define } from "@/lib/define.ts";
import { respondWithJson } from "@/lib/http/responses.ts";

export const handler = define.handlers({
  GET(ctx) {
    const bans = ctx.state.services.access.bans.list()
      .map(({ client, leftMs }) => ({ client, until: toUntil(leftMs) }));
    return respondWithJson(ctx, { total: bans.length, bans });
  },
});
