/**
 * The part of the public API of Fresh 2.3 that the service uses, without a build step. The name `fresh` in the service
 * means this module, not the package of that name. See README.md.
 *
 * @module
 */
export { App } from "./app.ts";
export { type Context, HttpError } from "./context.ts";
export { createDefine, type Define, type RouteConfig } from "./define.ts";
export { staticFiles } from "./static_files.ts";
