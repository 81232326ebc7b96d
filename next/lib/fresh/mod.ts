/**
 * The part of the public API of Fresh 2.3 that the service uses, without a build step. The name `fresh` in the service
 * means this module, not the package of that name. See README.md.
 *
 * @module
 */
export { App } from "./app.ts";
export type { Context } from "./context.ts";
export { createDefine, type Define } from "./define.ts";
export { HttpError } from "./http_error.ts";
export { staticFiles } from "./static_files.ts";
export type { HandlerByMethod, Method, Middleware, RouteConfig, RouteHandler } from "./types.ts";
