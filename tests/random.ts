/**
 * fast-check, whose random values are the same in every run, so that a test passes or fails everywhere. Tests import it
 * by its own name. `deno task fuzz` sets `TEST_SEED` to explore other values.
 */
import fc from "fast-check";

const SEED = 20261115;

fc.configureGlobal({ seed: Number(Deno.env.get("TEST_SEED") ?? SEED) });

export * from "fast-check";
export default fc;
