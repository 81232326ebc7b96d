/** The compiled WebAssembly module of the AVIF decoder. */
export const module: WebAssembly.Module;

/** Creates a decoder from it: the factory that Emscripten generated. */
export function createDecoder(options: never): Promise<object>;
