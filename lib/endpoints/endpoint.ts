import type { z } from "zod";
import type { Config } from "@/fresh.config.ts";
import type { HeaderName } from "@/lib/endpoints/headers.ts";
import type { ErrorCode } from "@/lib/http/errors.ts";
import type { Parameters } from "@/lib/parameters/parameter.ts";

/** The origin in examples and commands without BASE_URL. Pages replace it by the one that was called. */
export const EXAMPLE_ORIGIN = "http://localhost:8000";

/** What documents say without BASE_URL. They are the same for every host, so that shared caches may store them. */
export const ORIGIN_REMARK = `\`${EXAMPLE_ORIGIN}\` means the address of this service.`;

/** What the descriptions depend on: the settings, and the origin of the examples. */
export interface Installation extends Config {
  /** BASE_URL, or {@linkcode EXAMPLE_ORIGIN}. */
  readonly origin: string;
}

/** The groups of endpoints with their titles, in the order in which the page shows them. */
export const GROUPS = {
  animals: "Animals",
  filters: "Filters",
  text: "Text and videos",
  lists: "Block lists",
  launcher: "Launcher",
  service: "Service",
  operator: "Operator",
} as const;

/** The name of a group of endpoints. */
export type Group = keyof typeof GROUPS;

/** The operator's rules for callers. `/api`, the OpenAPI document and the page state them. */
export const POLICY = {
  v5: "Use of the v5 API requires that you inform the operator beforehand and give a clear and valid reason.",
  monitoring: "The operator monitors the network infrastructure.",
  ban: "Attempts to reach authenticated endpoints with the intent of causing technical damage lead to an immediate " +
    "ban. Ten wrong tokens within ten minutes count as such an attempt.",
} as const;

/** What every version promises to its callers. */
export const STABILITY = "Responses may gain fields. Existing fields keep their names and types within a version.";

/** What every error has. */
export const ERROR_FORM = "Every error has the same form: `success: false`, the `status`, a stable `code` for " +
  "programs, a `message` for people, the `requestId` and, where a program can use more, `details`.";

/** The errors that every endpoint can return. */
export const COMMON_ERRORS = ["bad_request", "banned", "uri_too_long", "rate_limited", "internal_error"] as const;

/** A parameter in the path or in the query. */
export interface EndpointParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly summary: string;
  readonly type: "string" | "integer" | "number" | "boolean";
  /** Path parameters are always required. */
  readonly required?: boolean;
  /** Every value, or those that a `pattern` allows to be joined. */
  readonly allowed?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** The word that may stand for a number. */
  readonly word?: string;
  readonly maxLength?: number;
  /** The form of a text: a format of JSON Schema such as `date`, or a regular expression for valid texts only. */
  readonly format?: string;
  readonly pattern?: string;
  /** The value if the parameter is absent. */
  readonly fallback?: string | number | boolean | undefined;
  /** A valid value for the OpenAPI document. */
  readonly example?: string | number | boolean | undefined;
}

/** What callers read about parameters, by name. They are strings, unless the table of the path says otherwise. */
export type ParameterTexts = Readonly<
  Record<string, Omit<Partial<EndpointParameter>, "name" | "in"> & { readonly summary: string }>
>;

/** A response that an endpoint can return when it succeeds. */
export interface EndpointResponse {
  /** The media type of the body; empty if there is none. */
  readonly type: string;
  /** The status, 200 by default. */
  readonly status?: number;
  /** A sentence about this response, if the summary of the endpoint does not describe it. */
  readonly summary?: string;
  /** The headers besides those of every response. `etag` implies a 304 response and `accept-ranges` a 206 response. */
  readonly headers?: readonly HeaderName[];
  /** The schema of the complete JSON body, including `success` and `status`. */
  readonly schema?: z.ZodType;
  /** A real body, shortened where it is long. */
  readonly example?: unknown;
}

/** The single description of an endpoint, from which `/api`, `/openapi.json` and the landing page are generated. */
export interface Endpoint {
  /** The anchor on the page and the OpenAPI operation id: `v2-random-animal`. */
  readonly id: string;
  readonly group: Group;
  /** `undefined` outside the versioned API. */
  readonly version?: "v1" | "v2" | "v5" | undefined;
  /** The method, GET by default. */
  readonly method?: "GET" | "DELETE";
  /** The path with its parameters in braces: `/api/v2/random/animal/{kind}`. */
  readonly path: string;
  /** Two to four words for lists: `Random animal`. */
  readonly title: string;
  readonly summary: string;
  /** What a caller needs to know beyond the summary. */
  readonly description?: string;
  readonly parameters: readonly EndpointParameter[];
  /** The possible responses. A request without query parameters gets the first one. */
  readonly responses: readonly EndpointResponse[];
  /** The errors of this endpoint besides those that every endpoint can return. */
  readonly errors: readonly ErrorCode[];
  /** What a POST of an image does, if the endpoint accepts one. It has the same parameters, except `image`. */
  readonly upload?: Pick<Endpoint, "title" | "summary" | "errors"> & { readonly description: string };
  /** Whether a request costs no points and is never rate limited. */
  readonly isFree?: true;
  /** The path and query of a request that works: `/api/v2/random/animal/cat`. */
  readonly example: string;
}

/** An endpoint without what `defineEndpoint` derives. The id, the errors and the example may be given. */
export interface EndpointDefinition
  extends
    Omit<Endpoint, "id" | "group" | "version" | "method" | "parameters" | "errors" | "isFree" | "example">,
    Partial<Pick<Endpoint, "id" | "errors" | "example">> {
  readonly pathParameters?: ParameterTexts;
  /** The texts of the query parameters, each of which must have one. */
  readonly queryParameters?: ParameterTexts;
  /** The query parameters, if `PATHS` does not have this path, because it is a part of another. */
  readonly parameters?: Parameters;
}

/** The definitions of a part of the API, by group. */
export type Definitions = { readonly [group in Group]?: readonly EndpointDefinition[] };
