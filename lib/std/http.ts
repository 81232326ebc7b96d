/**
 * `@std/http` from npm, with the types that build lacks. Each part is imported from its own file because the package's
 * `mod.js` loads `file_server.js`, which imports files that the package does not contain.
 */
// @ts-types="./http.d.ts"
export { acceptsEncodings } from "deno-std/http/negotiation.js";
// @ts-types="./http.d.ts"
export { STATUS_TEXT } from "deno-std/http/status.js";
