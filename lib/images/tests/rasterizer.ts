import { createRasterizer, type Rasterizer } from "../svg.ts";
import { modules } from "../wasm/modules.js";

/** Renders an SVG document as pixels. */
export const renderPixels: Rasterizer = createRasterizer(modules.svg);
