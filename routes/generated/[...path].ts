import { define } from "@/lib/define.ts";
import { respondWithGeneratedFile } from "@/lib/files/generated_response.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithGeneratedFile(ctx, ctx.state.services.files, ctx.params.path),
});
