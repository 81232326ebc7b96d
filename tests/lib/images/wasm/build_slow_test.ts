import { assertEquals } from "@std/assert";
import { compileModule, MODULES } from "@/lib/images/wasm/build.ts";

for (const name of MODULES) {
  Deno.test(`compileModule() compiles the sources to the committed ${name}.wasm`, async () => {
    const committed = await Deno.readFile(new URL(`../../../../lib/images/wasm/${name}.wasm`, import.meta.url));
    assertEquals(await compileModule(name), committed, "run `deno task wasm`");
  });
}
