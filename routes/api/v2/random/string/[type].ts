import { respondWithRandom } from "@/lib/content/random/random_response.ts";
import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET: (ctx) =>
    respondWithRandom(ctx, ctx.state.services, { version: "v2", category: "string", list: ctx.params.type }),
});
