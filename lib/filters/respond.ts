import type { Context } from "@/lib/define.ts";
import type { Filtered } from "@/lib/filters/filter.ts";
import { type Operation, toImageRef } from "@/lib/filters/request.ts";
import { LOOP_HEADER } from "@/lib/http/request_url.ts";
import { respondFrom, respondWithBytes } from "@/lib/http/respond.ts";
import { forbiddenAddressError } from "@/lib/sources/check_address.ts";

/** How long an answer that depends on its caller may be used. */
const CALLER_SECONDS = 60;

/** Responds with the filtered image at an address, or in the body of the request. */
export async function respondWithFilter(
  ctx: Context,
  { image, ...asked }: Operation & { readonly image?: string | undefined },
): Promise<Response> {
  const { req, state: { method, client, services: { filters } } } = ctx;
  if (req.headers.has(LOOP_HEADER)) throw forbiddenAddressError("it is the result of another filter");
  const isAuto = asked.options.format === "auto";
  const operation = isAuto && !acceptsWebp(req) ? withoutFormat(asked) : asked;
  if (method === "POST") return await respond(ctx, await filters.filterUpload({ req, operation, client }), {});
  const ref = toImageRef(ctx, image);
  const filtered = await filters.filter({ image: ref, operation, client, signal: req.signal });
  return await respond(ctx, filtered, { isAuto, hasOrigin: ref.hasOrigin });
}

/** Returns whether a caller accepts WebP by its name. Programs that accept everything often cannot show it. */
function acceptsWebp({ headers }: Request): boolean {
  return /\bimage\/webp\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(headers.get("accept") ?? "");
}

function withoutFormat({ steps, options: { format: _, ...options } }: Operation): Operation {
  return { steps, options };
}

async function respond(
  ctx: Context,
  { bytes, format, truncated, storing, isHit, timings }: Filtered,
  { isAuto = false, hasOrigin = false },
): Promise<Response> {
  const { client, services: { work, config } } = ctx.state;
  const send = () => work.send(client, ctx.req.signal, bytes);
  const mediaType = `image/${format}`;
  const headers = {
    "cache-status": `pawkit; ${isHit ? "hit" : "fwd=miss"}`,
    "content-length": `${bytes.length}`,
    "server-timing": Object.entries(timings).map(([stage, ms]) => `${stage};dur=${ms.toFixed(1)}`).join(", "),
    ...(truncated && { "x-image": "truncated" }),
  };
  if (storing === undefined) return respondWithBytes(ctx, await send(), { mediaType, headers });
  const scope = isAuto || (hasOrigin && config.baseUrl === undefined) ? "private" : "public";
  const seconds = isAuto ? Math.min(storing.freshSeconds, CALLER_SECONDS) : storing.freshSeconds;
  return await respondFrom(ctx, {
    mediaType,
    etag: storing.etag,
    // This only decides about `vary`: the header below replaces the time.
    cache: isAuto ? "caller" : "day",
    headers: { ...headers, "cache-control": `${scope}, max-age=${seconds}` },
  }, send);
}
