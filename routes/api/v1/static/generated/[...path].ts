import { define } from "@/lib/define.ts";
import { respondWithGenerated } from "@/lib/files/generated_response.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithGenerated(ctx, ctx.state.services.files, ctx.params.path),
});
