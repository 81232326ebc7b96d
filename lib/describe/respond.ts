import type { Context } from "@/lib/define.ts";
import { endpointsOf } from "@/lib/describe/mod.ts";
import { toOpenApi } from "@/lib/describe/openapi.ts";
import { renderText } from "@/lib/describe/text.ts";
import { respondWithRendered, toEtag } from "@/lib/http/respond.ts";
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

function respondWithDocument(ctx: Context, mediaType: string, write: typeof renderText): Promise<Response> {
  const { origin, services } = ctx.state;
  const endpoints = endpointsOf(services);
  // The settings decide which endpoints there are.
  const etag = toEtag(INFO.version, mediaType, origin, ...endpoints.map(({ example }) => example));
  const options = { etag, mediaType, cache: "minute", hasOrigin: true } as const;
  return respondWithRendered(ctx, options, () => write(origin, endpoints));
}
