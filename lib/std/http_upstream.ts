/**
 * The parts of `@std/http` that the npm build can load, with the types it lacks. Its `file_server.js` imports files
 * that are not in the package, so each part is taken by its own file.
 */
// @ts-types="./http_upstream.d.ts"
export { eTag, ifMatch, ifNoneMatch } from "deno-std/http/etag.js";
// @ts-types="./http_upstream.d.ts"
export { acceptsEncodings } from "deno-std/http/negotiation.js";
// @ts-types="./http_upstream.d.ts"
export { STATUS_TEXT } from "deno-std/http/status.js";
