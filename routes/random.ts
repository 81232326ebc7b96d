import { redirectToAnimal } from "@/lib/content/named_animal.ts";
import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET: (ctx) => redirectToAnimal(ctx, ctx.state.services.config),
});
