/** The compiled WebAssembly modules of the codecs and filters. */
export type Modules = Readonly<Record<ModuleName, WebAssembly.Module>>;

type ModuleName = "blur" | "gif" | "jpegEncoder" | "jpegDecoder" | "png" | "resize" | "webpDecoder" | "webpEncoder";

/** All modules. */
export const modules: Modules;
