import { define } from "@/lib/define.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { SERVICE_INFO } from "@/lib/process/service_info.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { name, version, runtime } = SERVICE_INFO;
    return respondWithJson(ctx, { name, version, commit: ctx.state.services.commit, runtime });
  },
});
