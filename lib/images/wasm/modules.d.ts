/** The compiled WebAssembly that the codecs and kernels run on. */
export interface Modules {
  readonly blur: WebAssembly.Module;
  readonly jpegEncoder: WebAssembly.Module;
  readonly jpegDecoder: WebAssembly.Module;
  /** ImageScript's JPEG decoder, for the four-colour pictures that ours leaves out. */
  readonly cmykDecoder: WebAssembly.Module;
  readonly png: WebAssembly.Module;
  /** The decoder for the kinds of PNG that ours leaves out. */
  readonly pngFallback: WebAssembly.Module;
  readonly webpDecoder: WebAssembly.Module;
  readonly webpEncoder: WebAssembly.Module;
}

/** All of them. */
export const modules: Modules;
