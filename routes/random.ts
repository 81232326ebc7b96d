import { respondWithAnyAnimal } from "@/lib/content/named/any_animal_response.ts";
import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithAnyAnimal(ctx, ctx.state.services),
});
