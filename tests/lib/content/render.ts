import { eTag } from "@std/http";
import type { Renderer } from "@/lib/workers/renderer.ts";
import { renderDrawing } from "@pawkit/images/svg";

/** Renders a drawing in this thread, as a worker of the service does. */
export const render: Renderer = async (drawing) => {
  const bytes = await renderDrawing(drawing);
  return { bytes, etag: await eTag(bytes) };
};
