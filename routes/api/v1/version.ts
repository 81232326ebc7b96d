import { define } from "@/lib/define.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { SERVICE_INFO } from "@/lib/process/service_info.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithJson(ctx, SERVICE_INFO),
});
