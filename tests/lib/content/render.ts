import { eTag } from "@std/http";
import type { Render } from "@/lib/content/picture_loader.ts";
import { renderHalfBlocks, renderPng, renderWebp } from "@pawkit/images/svg";

/** Renders a drawing in this thread, as a worker of the service does. */
export const render: Render = async ({ svg, side, radius, format }) => {
  const toBytes = {
    png: () => renderPng(svg, side, radius),
    webp: () => renderWebp(svg, side, radius),
    txt: () => new TextEncoder().encode(renderHalfBlocks(svg, side, radius)),
  };
  const bytes = await toBytes[format]();
  return { bytes, etag: await eTag(bytes) };
};
