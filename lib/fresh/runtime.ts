/**
 * The part of Fresh that pages use: `fresh/runtime`.
 *
 * @module
 */
export { asset } from "./static_files.ts";
