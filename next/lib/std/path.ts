/** The parts of `@std/path` from npm that the service uses, with the types that build lacks. All of it is 90 files. */
// @ts-types="./path.d.ts"
export { basename } from "deno-std/path/basename.js";
// @ts-types="./path.d.ts"
export { SEPARATOR } from "deno-std/path/constants.js";
// @ts-types="./path.d.ts"
export { dirname } from "deno-std/path/dirname.js";
// @ts-types="./path.d.ts"
export { extname } from "deno-std/path/extname.js";
// @ts-types="./path.d.ts"
export { fromFileUrl } from "deno-std/path/from_file_url.js";
// @ts-types="./path.d.ts"
export { join } from "deno-std/path/join.js";
// @ts-types="./path.d.ts"
export { resolve } from "deno-std/path/resolve.js";
// @ts-types="./path.d.ts"
export { toFileUrl } from "deno-std/path/to_file_url.js";
