import { eTag } from "@std/http";
import { respond } from "@/lib/http/responses.ts";
import { ApiError } from "@/lib/http/errors.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

/** `cache-control` of the v5 answers: a launcher asks at every start, and an old answer beats none. */
const LAUNCHER_CACHE = "public, max-age=60, stale-while-revalidate=600, stale-if-error=86400";

/** An answer written out before anyone asks for it. */
export interface Rendered {
  readonly body: string;
  readonly etag: string;
}

/** How old the data is, as far as the caller is told. */
export interface Freshness {
  /** When the source was last heard. */
  readonly asOf: string;
  /** Whether the source cannot be reached and the answer is the last good one. */
  readonly isStale: boolean;
}

/**
 * Answers with what was rendered, or 304.
 *
 * @throws {ApiError} `not_found` when there is nothing, as nothing of the kind was published.
 */
export function answerRendered(ctx: HttpContext, rendered: Rendered | undefined): Response {
  if (rendered === undefined) throw new ApiError("not_found", "Cannot find a release: none has been published yet");
  return respond(ctx, rendered.body, { type: "application/json", cache: LAUNCHER_CACHE, etag: rendered.etag });
}

/** A request as far as its question goes; `url` is only taken apart when it must be. */
export type Question = Pick<HttpContext, "req" | "url">;

/** Questions remembered at most, so that nobody can fill the memory with ever new ones. */
const MAX_REMEMBERED = 128;

/**
 * Remembers answers by the text of the query: the launchers of the world ask the same few questions. The memory goes
 * with the data that it was made from.
 */
export function remember(answerTo: (url: URL) => Rendered): (question: Question) => Rendered {
  const known = new Map<string, Rendered>();
  return (question) => {
    const query = toQuery(question.req.url);
    const found = known.get(query);
    if (found !== undefined) return found;
    const rendered = answerTo(question.url);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(query, rendered);
    return rendered;
  };
}

function toQuery(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}

/** Writes out `{ success, status, …fields }`. */
export async function renderAnswer(fields: object, freshness: Freshness): Promise<Rendered> {
  const body = JSON.stringify({ success: true, status: 200, ...fields, ...toStaleFields(freshness) });
  return { body, etag: await toTag(body) };
}

/** The fields that an answer from old data has in addition. */
export function toStaleFields({ asOf, isStale }: Freshness): { stale?: true; asOf?: string } {
  return isStale ? { stale: true, asOf } : {};
}

/** Makes the strong entity tag of some content. */
export async function toTag(content: string): Promise<string> {
  return await eTag(content) ?? `"empty"`;
}

/** Makes the tag of one variant of some content: what the variant is made of is all in the two parts. */
export function toVariantTag(tag: string, variant: string): string {
  return `${tag.slice(0, -1)}-${variant}"`;
}
