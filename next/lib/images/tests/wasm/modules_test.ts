import { assertEquals, assertGreater } from "@std/assert";
import { join } from "@std/path";

// Deno 2.9.5 panics when a WebAssembly module that two files import by source is imported once more.
Deno.test("modules.js and its neighbours: only one file imports each WebAssembly module", () => {
  const folder = join(import.meta.dirname!, "../../wasm");
  const scripts = [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".js"));
  const imported = scripts.flatMap(({ name }) => {
    const text = Deno.readTextFileSync(join(folder, name));
    return Array.from(text.matchAll(/^import source \w+ from "([^"]+)"/gm), ([, module]) => module!);
  });
  assertEquals(imported.toSorted(), [...new Set(imported)].toSorted());
  assertGreater(imported.length, 5);
});
