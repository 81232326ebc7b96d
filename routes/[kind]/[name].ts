import type { RouteConfig } from "fresh";
import { ANIMALS } from "@pawkit/animals";
import { KIND_PATTERN, toSegments } from "@/lib/content/animal_path.ts";
import { isGroup } from "@/lib/content/group.ts";
import { define } from "@/lib/define.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";
import { respondWithAnimal } from "@/lib/page/animal/animal_page.tsx";
import { respondWithGroup } from "@/lib/page/animal/group_page.tsx";

export const config: RouteConfig = { routeOverride: `${KIND_PATTERN}/:name` };

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    // Not `ctx.params.name`, in which some escapes are decoded: `%252B` would become a plus.
    const [, segment = ""] = toSegments(ctx.url.pathname);
    const address = { kind: parseSegment(ctx.params.kind, ANIMALS), segment };
    return await (isGroup(segment) ? respondWithGroup : respondWithAnimal)(ctx, services, address);
  },
});
