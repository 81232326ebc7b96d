import { define } from "@/lib/define.ts";
import { respondWithJson } from "@/lib/http/responses.ts";

export const handler = define.handlers({
  GET(ctx) {
    const bans = ctx.state.services.access.bans.list()
      .map(({ client, until }) => ({ client, until: new Date(until).toISOString() }));
    return respondWithJson(ctx, { total: bans.length, bans });
  },
});
