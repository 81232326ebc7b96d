/** `@std/path` from npm, with the types that build lacks. */
// @ts-types="./path.d.ts"
export * from "deno-std/path/mod.js";
