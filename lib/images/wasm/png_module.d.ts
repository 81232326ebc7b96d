/** The compiled PNG decoder and encoder. */
export const png: WebAssembly.Module;
