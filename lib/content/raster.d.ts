/**
 * Renders a square SVG to RGBA pixels, `width` on each side.
 *
 * @throws {Error} When the text is no SVG.
 */
export function rasterize(svg: string, width: number): Uint8Array<ArrayBuffer>;
