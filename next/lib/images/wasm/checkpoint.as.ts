// AssemblyScript, part of jpeg_decoder.wasm and gif.wasm: a function of the caller that ends the work by throwing.

/** Throws if the work should end. Every call of a module is preceded by one, so only long loops need it. */
@external("env", "checkpoint")
export declare function checkpoint(): void;
