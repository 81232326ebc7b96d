/** The compiled WebAssembly modules of the codecs and filters. */
export type Modules = Readonly<Record<ModuleName, WebAssembly.Module>>;

type ModuleName =
  | "avifDecoder"
  | "blur"
  | "gif"
  | "jpegDecoder"
  | "jpegEncoder"
  | "png"
  | "resize"
  | "svg"
  | "webpDecoder"
  | "webpEncoder";

/** All modules. */
export const modules: Modules;
