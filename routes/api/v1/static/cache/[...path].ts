import { define } from "@/lib/define.ts";
import { respondWithChecksums } from "@/lib/files/checksums_response.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithChecksums(ctx, ctx.state.services.files, ctx.params.path),
});
