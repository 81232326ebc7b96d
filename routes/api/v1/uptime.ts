import { define } from "@/lib/define.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { readUptime } from "@/lib/process/uptime.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithJson(ctx, readUptime()),
});
