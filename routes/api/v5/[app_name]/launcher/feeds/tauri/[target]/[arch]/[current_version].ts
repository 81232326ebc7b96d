import { define } from "@/lib/define.ts";
import { parseSegment, readLastSegment } from "@/lib/parameters/path_segments.ts";
import { findTauriUpdate, OTHER_NAMES, TAURI_ARCHES, TAURI_TARGETS } from "@/lib/launcher/feeds/tauri.ts";
import { respondWithFields } from "@/lib/launcher/response.ts";
import { FEED_PARAMETERS } from "@/lib/launcher/parameters.ts";
import { parseVersionParameter } from "@/lib/launcher/version.ts";

export const handler = define.handlers({
  GET: (ctx) =>
    respondWithFields(ctx, ctx.state.services, {
      parameters: FEED_PARAMETERS,
      select: (data, { channel }) => {
        const client = {
          target: parseSegment(ctx.params.target, TAURI_TARGETS, OTHER_NAMES),
          arch: parseSegment(ctx.params.arch, TAURI_ARCHES, OTHER_NAMES),
          current: parseVersionParameter("current_version", readLastSegment(ctx.req)),
        };
        return findTauriUpdate(data.offered(channel), client);
      },
    }),
});
