import { define } from "@/lib/define.ts";
import { respondWithLogs } from "@/lib/files/logs.ts";

export const handler = define.handlers({
  GET(ctx) {
    return respondWithLogs(ctx, ctx.state.services.files, ctx.params.fileName);
  },
});
