import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/define.ts";
import { endpointsOf } from "@/lib/describe/mod.ts";
import { toOpenApi } from "@/lib/describe/openapi.ts";
import { renderText } from "@/lib/describe/text.ts";
import { respondFrom, toEtag } from "@/lib/http/respond.ts";
import { INFO } from "@/lib/process/info.ts";

/** Responds with the OpenAPI document. */
export function respondWithOpenApi(ctx: Context): Promise<Response> {
  return respondWithDocument(
    ctx,
    "application/json",
    (origin, endpoints) => JSON.stringify(toOpenApi(origin, endpoints)),
  );
}

/** Responds with the list of endpoints as text. */
export function respondWithList(ctx: Context): Promise<Response> {
  return respondWithDocument(ctx, "text/plain; charset=utf-8", renderText);
}

/** The written documents, cached because each takes long to write. Their entity tags decide their texts. */
const written = new LRUCache<string, string>({ max: 8 });

function respondWithDocument(ctx: Context, mediaType: string, write: typeof renderText): Promise<Response> {
  const { origin, services } = ctx.state;
  const endpoints = endpointsOf(services);
  // The settings decide which endpoints there are.
  const etag = toEtag(INFO.version, mediaType, origin, ...endpoints.map(({ example }) => example));
  return respondFrom(ctx, { etag, mediaType, cache: "minute", hasOrigin: true }, () => {
    const text = written.get(etag) ?? write(origin, endpoints);
    written.set(etag, text);
    return text;
  });
}
