import { redirectToAnimal } from "@/lib/content/redirects.ts";
import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET: (ctx) => redirectToAnimal(ctx, ctx.state.services.config),
});
