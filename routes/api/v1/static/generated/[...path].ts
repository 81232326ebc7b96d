import { define } from "@/lib/define.ts";
import { respondWithGenerated } from "@/lib/files/generated.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithGenerated(ctx, ctx.state.services.files, ctx.params.path),
});
