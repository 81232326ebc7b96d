import { define } from "@/lib/define.ts";
import { respondWithLogs } from "@/lib/files/logs_response.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithLogs(ctx, ctx.state.services.files, ctx.params.fileName),
});
