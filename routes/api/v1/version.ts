import { define } from "@/lib/define.ts";
import { respondWithJson } from "@/lib/http/responses.ts";
import { versionInfo } from "@/lib/process/version.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithJson(ctx, versionInfo()),
});
