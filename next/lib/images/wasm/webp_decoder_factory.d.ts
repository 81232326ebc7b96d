/** Creates a WebP decoder from its module: the factory that Emscripten generated. */
export function createWebpDecoder(options: never): Promise<object>;
