/**
 * An implementation of the public API of Fresh 2.3 that needs no build step. See README.md.
 *
 * @module
 */
export { App } from "./app.ts";
export { cors, type CORSOptions } from "./cors.ts";
export { csp, type CSPOptions } from "./csp.ts";
export { createDefine, type Define, page } from "./define.ts";
export { HttpError } from "./http_error.ts";
export { staticFiles } from "./static_files.ts";
export type {
  Context,
  FreshConfig,
  HandlerByMethod,
  HandlerFn,
  LayoutConfig,
  ListenOptions,
  Method,
  Middleware,
  PageProps,
  PageResponse,
  ResolvedFreshConfig,
  RouteConfig,
  RouteData,
  RouteHandler,
} from "./types.ts";
