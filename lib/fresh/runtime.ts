/**
 * What pages use of Fresh: `fresh/runtime`.
 *
 * @module
 */
export { asset } from "./asset.ts";
export { Head, type HeadProps } from "./head.ts";
