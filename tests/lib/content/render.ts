import type { Render } from "@/lib/content/picture_loader.ts";
import { renderPng, renderWebp } from "@/lib/images/svg/render.ts";
import { eTag } from "@std/http";

/** Renders a drawing in this thread, as a worker of the service does. */
export const render: Render = async ({ svg, side, format }) => {
  const bytes = format === "png" ? renderPng(svg, side) : await renderWebp(svg, side);
  return { bytes, etag: await eTag(bytes) };
};
