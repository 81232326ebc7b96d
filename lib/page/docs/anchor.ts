/**
 * Returns the anchor of a heading, as code hosts make it.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(toAnchor("Limits, state & logs"), "limits-state--logs");
 * ```
 */
export function toAnchor(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
}
