import { respondWithPick } from "@/lib/content/random_items.ts";
import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET: (ctx) =>
    respondWithPick(ctx, ctx.state.services, { version: "v1", category: "kaomoji", kind: ctx.params.endpoint }),
});
