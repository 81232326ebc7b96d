import type { RouteConfig } from "fresh";
import { ANIMALS } from "@pawkit/animals";
import { KIND_PATTERN } from "@/lib/content/named/animal_path.ts";
import { parseNamedRequest } from "@/lib/content/named/named_request.ts";
import { respondWithForm } from "@/lib/content/named/named_response.ts";
import { define } from "@/lib/define.ts";
import { parseSegment, toSegments } from "@/lib/parameters/path_segments.ts";
import { respondWithNamedPage } from "@/lib/page/animal/named_page.tsx";

// `/:kind/:name` alone would also match the files in folders of `static/`.
export const config: RouteConfig = { routeOverride: `${KIND_PATTERN}/:name` };

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    // Not `ctx.params.name`, in which some escapes are decoded: `%252B` would become a plus.
    const [, segment = ""] = toSegments(ctx.url.pathname);
    const address = { kind: parseSegment(ctx.params.kind, ANIMALS), segment };
    const request = parseNamedRequest(ctx.req, address);
    if (request.form === "html") return await respondWithNamedPage(ctx, services, request);
    return await respondWithForm(ctx, services, request);
  },
});
