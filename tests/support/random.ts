/** fast-check with one seed, so that a test passes or fails everywhere. */
import fc from "npm:fast-check@4.10.2";

fc.configureGlobal({ seed: 20261119 });

export * from "npm:fast-check@4.10.2";
export default fc;
