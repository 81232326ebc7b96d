import type { RouteConfig } from "fresh";
import { ANIMALS } from "@pawkit/animals";
import { KIND_PATTERN } from "@/lib/content/named/animal_path.ts";
import { respondWithAnyAnimal } from "@/lib/content/named/any_animal_response.ts";
import { define } from "@/lib/define.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";

export const config: RouteConfig = { routeOverride: KIND_PATTERN };

export const handler = define.handlers({
  GET: (ctx) => respondWithAnyAnimal(ctx, ctx.state.services, parseSegment(ctx.params.kind, ANIMALS)),
});
