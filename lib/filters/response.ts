import type { FilterEngine } from "@/lib/filters/engine.ts";
import { type FilterRequest, parseFilterRequest } from "@/lib/filters/request.ts";
import type { HttpContext } from "@/lib/http/request_state.ts";

/** The part of the services that a filter request meets. */
export interface FilterServices {
  readonly filters: FilterEngine;
  readonly content: { originOf(req: Request): string };
  readonly operator: { charge(visit: HttpContext, points: number): void | Promise<void> };
}

/** A visit that carries the services. */
export interface FilterVisit extends HttpContext {
  readonly state: HttpContext["state"] & { readonly services: FilterServices };
}

/**
 * Answers a filter request of either version with the picture: at once when it is at hand.
 *
 * @throws {ApiError} What the request, the source, the probe, the pool or the rate limit refuse; rejects with the same.
 */
export function respondWithFilter(visit: FilterVisit, name: string | undefined): Response | Promise<Response> {
  const { filters, content } = visit.state.services;
  const request = parseFilterRequest(name, visit.url.searchParams, content.originOf(visit.req));
  return filters.peek(request)?.toResponse(visit) ?? answerNew(visit, request);
}

async function answerNew(visit: FilterVisit, request: FilterRequest): Promise<Response> {
  const { filters, operator } = visit.state.services;
  const charge = (points: number) => operator.charge(visit, points);
  const image = await filters.filter(request, { signal: visit.req.signal, charge });
  return image.toResponse(visit);
}
