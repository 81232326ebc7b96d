import type { RouteConfig } from "fresh";
import { KIND_PATTERN } from "@/lib/content/animal_path.ts";
import { redirectToAnimal } from "@/lib/content/redirect_response.ts";
import { define } from "@/lib/define.ts";

export const config: RouteConfig = { routeOverride: KIND_PATTERN };

export const handler = define.handlers({
  GET: (ctx) => redirectToAnimal(ctx, ctx.state.services.config, ctx.params.kind),
});
