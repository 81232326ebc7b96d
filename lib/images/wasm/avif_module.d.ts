/** The compiled AVIF decoder. */
export const avifDecoder: WebAssembly.Module;
