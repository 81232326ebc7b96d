// @ts-self-types="./module.d.ts"
// ImageScript's renderer, resvg. Imported as a file, because importing "imagescript" itself would load a native addon
// and throw without --allow-ffi.
import source module from "imagescript/wasm/any/svg.wasm";

export { module };
