/** The compiled WebAssembly module of a file that loads one module. */
export const module: WebAssembly.Module;
