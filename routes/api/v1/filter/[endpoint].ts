import { define } from "@/lib/define.ts";
import { respondWithFilter } from "@/lib/filters/response.ts";
import { publicOrigin } from "@/lib/http/client_address.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { access, config, filters } = ctx.state.services;
    return respondWithFilter(ctx, filters, {
      filter: ctx.params.endpoint,
      origin: publicOrigin(ctx.req, config),
      charge: (points) => access.charge(ctx, points),
    });
  },
});
