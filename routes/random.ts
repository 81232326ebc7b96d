import { redirectToAnimal } from "@/lib/content/redirect_response.ts";
import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET: (ctx) => redirectToAnimal(ctx, ctx.state.services.config),
});
