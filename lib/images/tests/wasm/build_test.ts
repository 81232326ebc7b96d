import { assertRejects } from "@std/assert";
import { assertCommitted } from "../../wasm/build.ts";

Deno.test("assertCommitted() finds that every committed module is what its source compiles to", async () => {
  await assertCommitted();
});

Deno.test("assertCommitted() names every committed module that its source does not compile to", async () => {
  const compile = (name: string) => Promise.resolve(new Uint8Array(name.length));
  await assertRejects(() => assertCommitted(compile), Error, "blur.wasm, gif.wasm");
});
