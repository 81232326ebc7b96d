import { respondWithAnimalsModule } from "@/lib/content/module/animals_module.ts";
import { define } from "@/lib/define.ts";

export const handler = define.handlers({
  GET: (ctx) => respondWithAnimalsModule(ctx),
});
