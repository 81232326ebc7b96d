/** `@std/media-types` from npm, with the types that build lacks: a list of two thousand, loaded by who needs it. */
// @ts-types="./http_upstream.d.ts"
export { contentType } from "deno-std/media_types/content_type.js";
