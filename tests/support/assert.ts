/** `@std/assert` from npm, with the types that build lacks. */
// @ts-types="./assert.d.ts"
export * from "deno-std/assert/mod.js";
