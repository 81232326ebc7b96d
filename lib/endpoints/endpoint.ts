import type { z } from "zod";
import type { HeaderName } from "@/lib/endpoints/headers.ts";
import type { ErrorCode } from "@/lib/http/errors.ts";

/** The parts of the interface, in the order in which the page shows them. */
export const GROUPS = {
  developer: "Developer information",
  random: "Random content",
  filters: "Image filters",
  launcher: "The application's own API",
  operator: "Operator area",
  service: "The service itself",
} as const;

/** A part of the interface. */
export type Group = keyof typeof GROUPS;

/** One variable of a path or a query. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly summary: string;
  readonly type: "string" | "integer" | "number" | "boolean";
  /** Path variables are always required. */
  readonly required?: boolean;
  readonly allowed?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  readonly default?: string | number | boolean;
  /** What the examples fill in. */
  readonly example?: string | number | boolean;
}

/** One kind of body that an endpoint answers with. */
export interface Answer {
  readonly type: string;
  /** 200 unless said otherwise, such as 302 for a redirect. */
  readonly status?: number;
  /** What this answer is, where the endpoint's own summary does not tell. */
  readonly summary?: string;
  /** Headers a caller reads, besides those of every answer. With `etag` there is a 304, with `accept-ranges` a 206. */
  readonly headers?: readonly HeaderName[];
  /** The fields of a JSON body, whole, with `success` and `status`. */
  readonly schema?: z.ZodType;
  /** A real answer, cut where it is long. */
  readonly example?: unknown;
}

/** The one description of an endpoint: `/api`, `/openapi.json` and the landing page are made from it. */
export interface Endpoint {
  /** Deep link and operation id: `v2-random-animal`. */
  readonly id: string;
  readonly group: Group;
  /** `v1`, `v2`, `v5`, or `undefined` outside the versioned API. */
  readonly version?: "v1" | "v2" | "v5";
  /** With its variables in braces: `/api/v2/random/animal/{type}`. */
  readonly path: string;
  readonly summary: string;
  /** What a caller must know beyond the summary. */
  readonly description?: string;
  readonly parameters: readonly Parameter[];
  /** The first is what a plain call gets. */
  readonly answers: readonly Answer[];
  /** Failures of this endpoint besides those that every endpoint has. */
  readonly errors: readonly ErrorCode[];
  /** Whether it costs no points, so that no limit ends it. */
  readonly isFree?: true;
  /** A call that works as it stands: `/api/v2/random/animal/cat`. */
  readonly example: string;
}
