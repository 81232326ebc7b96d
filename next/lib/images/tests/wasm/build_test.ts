import { assertRejects } from "@std/assert";
import { assertCommitted } from "../../wasm/build.ts";

const readCommitted = (name: string) => Deno.readFile(new URL(`../../wasm/${name}.wasm`, import.meta.url));

Deno.test("assertCommitted() names every committed module that its source does not compile to", async () => {
  await assertCommitted(readCommitted);
  const compile = async (name: string) => {
    const bytes = await readCommitted(name);
    if (name === "png") return bytes.subarray(0, -1);
    return name === "gif" ? bytes.with(-1, bytes.at(-1)! ^ 1) : bytes;
  };
  await assertRejects(() => assertCommitted(compile), Error, "run lib/images/wasm/build.ts: gif.wasm, png.wasm");
});
