/** The compiled WebAssembly modules of the codecs and kernels. */
export interface Modules {
  readonly blur: WebAssembly.Module;
  readonly gif: WebAssembly.Module;
  readonly jpegEncoder: WebAssembly.Module;
  readonly jpegDecoder: WebAssembly.Module;
  readonly png: WebAssembly.Module;
  readonly webpDecoder: WebAssembly.Module;
  readonly webpEncoder: WebAssembly.Module;
}

/** All modules. */
export const modules: Modules;
