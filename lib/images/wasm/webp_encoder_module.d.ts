/** The compiled WebP encoder. */
export const webpEncoder: WebAssembly.Module;
