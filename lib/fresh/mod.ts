/**
 * The part of Fresh's public API that the service uses, with its names, types and behaviour. Moving to the published
 * package is a change of the import map.
 *
 * @module
 */
export { App } from "./app.ts";
export type { LayoutConfig, PageProps } from "./components.ts";
export type { FreshConfig, ResolvedFreshConfig } from "./config.ts";
export type { Context } from "./context.ts";
export { cors, type CORSOptions } from "./cors.ts";
export { csp, type CSPOptions } from "./csp.ts";
export { createDefine, type Define } from "./define.ts";
export {
  type HandlerByMethod,
  type HandlerFn,
  type Method,
  page,
  type PageResponse,
  type RouteData,
  type RouteHandler,
} from "./handlers.ts";
export { HttpError } from "./http_error.ts";
export type { ListenOptions } from "./listen.ts";
export type { Middleware, MiddlewareFn } from "./middleware.ts";
export type { RouteConfig } from "./route.ts";
export { staticFiles } from "./static_files.ts";
