/** `@std/media-types` from npm, with the types that build lacks. Import it on demand: it is a list of 2,000 entries. */
// @ts-types="./http.d.ts"
export { contentType } from "deno-std/media_types/content_type.js";
