/** The compiled SVG rasterizer. */
export const svg: WebAssembly.Module;
