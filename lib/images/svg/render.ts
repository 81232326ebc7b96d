import { createPngEncoderPool } from "@/lib/images/codecs/png_encoder.ts";
import type { WebpEncoder } from "@/lib/images/codecs/webp_encoder.ts";
import { createRasterizerPool } from "@/lib/images/svg/rasterizer.ts";
import type { InstancePool } from "@/lib/images/wasm/instance_pool.ts";
import { png } from "@/lib/images/wasm/png_module.js";
import { svg as svgModule } from "@/lib/images/wasm/svg_module.js";

const rasterizers = createRasterizerPool(svgModule);
const pngEncoders = createPngEncoderPool(png);
let webpEncoders: InstancePool<WebpEncoder> | undefined;

/**
 * Renders a square SVG document as a PNG file of `side` × `side` pixels.
 *
 * @throws {Error} When the text is not an SVG document.
 */
export function renderPng(svg: string, side: number): Uint8Array<ArrayBuffer> {
  const pixels = rasterizers.use((rasterize) => rasterize(svg, side));
  return pngEncoders.use(({ toFile }) => toFile(pixels));
}

/**
 * Renders a square SVG document as a WebP file of `side` × `side` pixels.
 *
 * @throws {Error} When the text is not an SVG document.
 */
export async function renderWebp(svg: string, side: number): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = rasterizers.use((rasterize) => rasterize(svg, side));
  // Loaded here, because most pictures are PNGs, and compiling the WebP encoder would delay the first one.
  const { createWebpEncoderPool, encodeWebp } = await import("@/lib/images/codecs/webp_encoder.ts");
  const { webpEncoder } = await import("@/lib/images/wasm/webp_encoder_module.js");
  webpEncoders ??= createWebpEncoderPool(webpEncoder);
  return encodeWebp(webpEncoders, pixels);
}
