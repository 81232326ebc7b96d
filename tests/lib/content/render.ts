import { eTag } from "@std/http";
import type { Render } from "@/lib/content/picture_loader.ts";
import { renderDrawing } from "@pawkit/images/svg";

/** Renders a drawing in this thread, as a worker of the service does. */
export const render: Render = async (drawing) => {
  const bytes = await renderDrawing(drawing);
  return { bytes, etag: await eTag(bytes) };
};
