import { define } from "@/lib/define.ts";
import { respondWithFields } from "@/lib/launcher/response.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithFields(ctx, ctx.state.services, { parameters: {}, select: (data) => data.resources() }),
});
