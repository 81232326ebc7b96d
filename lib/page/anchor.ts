/** Returns the id of a heading, as code hosts make it, so that one link works there and at `/docs`. */
export function toAnchor(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
}
