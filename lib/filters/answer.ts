import type { FilterEngine } from "@/lib/filters/mod.ts";
import { parseFilterRequest } from "@/lib/filters/request.ts";
import { answer, ONE_DAY } from "@/lib/http/answers.ts";
import type { Visit } from "@/lib/http/exchange.ts";

/** The part of the services that a filter request meets. */
export interface FilterServices {
  readonly filters: FilterEngine;
  readonly content: { baseOf(req: Request): string };
  readonly operator: { charge(visit: Visit, points: number): void | Promise<void> };
}

/** A visit that carries the services. */
export interface FilterVisit extends Visit {
  readonly state: Visit["state"] & { readonly services: FilterServices };
}

/**
 * Answers a filter request of either version with the picture.
 *
 * @throws {ApiError} What the request, the source, the probe, the pool or the rate limit refuse.
 */
export async function answerFilter(visit: FilterVisit, name: string | undefined): Promise<Response> {
  const { filters, content, operator } = visit.state.services;
  const request = parseFilterRequest(name, visit.url.searchParams, content.baseOf(visit.req));
  const image = filters.peek(request) ?? await filters.filter(request, {
    signal: visit.req.signal,
    charge: (points) => operator.charge(visit, points),
  });
  const { bytes, type, etag, headers } = image;
  return answer(visit, bytes, { type, cache: ONE_DAY, etag, headers });
}
