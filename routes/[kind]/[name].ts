import type { RouteConfig } from "fresh";
import { ANIMALS } from "@pawkit/animals";
import { KIND_PATTERN, toSegments } from "@/lib/content/named/animal_path.ts";
import { parseAnimalRequest, parseGroupRequest } from "@/lib/content/named/animal_request.ts";
import { isGroup } from "@/lib/content/named/group.ts";
import { respondWithGroupForm } from "@/lib/content/named/group_response.ts";
import { respondWithForm } from "@/lib/content/named/named_response.ts";
import { define } from "@/lib/define.ts";
import { parseSegment } from "@/lib/parameters/path_segments.ts";
import { respondWithAnimalPage } from "@/lib/page/animal/animal_page.tsx";
import { respondWithGroupPage } from "@/lib/page/animal/group_page.tsx";

// `/:kind/:name` alone would also match the files in folders of `static/`.
export const config: RouteConfig = { routeOverride: `${KIND_PATTERN}/:name` };

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    // Not `ctx.params.name`, in which some escapes are decoded: `%252B` would become a plus.
    const [, segment = ""] = toSegments(ctx.url.pathname);
    const address = { kind: parseSegment(ctx.params.kind, ANIMALS), segment };
    if (isGroup(segment)) {
      const { form, ...group } = parseGroupRequest(ctx.req, address);
      if (form === "html") return await respondWithGroupPage(ctx, services, group);
      return await respondWithGroupForm(ctx, services, { ...group, form });
    }
    const { form, ...animal } = parseAnimalRequest(ctx.req, address);
    if (form === "html") return await respondWithAnimalPage(ctx, services, animal);
    return await respondWithForm(ctx, services, { ...animal, form });
  },
});
