import type { Context } from "./context.ts";

/** The verbs that a route can answer. */
export type Method = "HEAD" | "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "OPTIONS";

/** The verbs that a handler for every verb is asked for. */
export const METHODS: readonly Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The status and the headers of a page. */
export interface PageOptions {
  /** Headers beside `content-type`. */
  headers?: HeadersInit | undefined;
  /** The status, 200 if left out. */
  status?: number | undefined;
}

/** What a handler returns to have the page of its route rendered. */
export interface PageResponse<T> extends PageOptions {
  /** What the page gets as `props.data`. */
  data: T;
}

/** Has the page of this route rendered with `data`. */
export function page<T>(data: T, options?: PageOptions): PageResponse<T>;
/** Has the page of this route rendered without data. */
export function page(): PageResponse<undefined>;
export function page<T>(data?: T, options?: PageOptions): PageResponse<T | undefined> {
  return { data, headers: options?.headers, status: options?.status };
}

/** Answers a request, with a response or with the data of a page. */
export interface HandlerFn<Data, State> {
  (ctx: Context<State>): Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;
}

/** Handlers by verb. `HEAD` is answered by `GET` when it has none of its own. */
export type HandlerByMethod<Data, State> = { [M in Method]?: HandlerFn<Data, State> };

/** One handler for every verb, or handlers by verb. */
export type RouteHandler<Data, State> = HandlerFn<Data, State> | HandlerByMethod<Data, State>;

/** The data that a handler hands to its page. */
export type RouteData<Handler extends RouteHandler<unknown, unknown>> = Handler extends
  RouteHandler<infer Data, unknown> ? Data : never;
