import { assertEquals, assertGreater } from "@std/assert";
import { join } from "@std/path";

// Deno 2.9.5 panics when a WebAssembly module that two files import by source is imported once more.
Deno.test("modules.js and its neighbours: only one file imports each WebAssembly module", () => {
  const folder = "lib/images/wasm";
  const scripts = [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".js"));
  const imported = scripts.flatMap(({ name }) => {
    const text = Deno.readTextFileSync(join(folder, name));
    return Array.from(text.matchAll(/^import source \w+ from "([^"]+)"/gm), ([, module]) => module!);
  });
  assertEquals(imported.toSorted(), [...new Set(imported)].toSorted());
  assertGreater(imported.length, 5);
});

Deno.test("every source import of lib/ and routes/ is in lib/images/wasm", () => {
  assertEquals(
    [...findSourceImports("lib"), ...findSourceImports("routes")].filter((path) => {
      return !path.startsWith("lib/images/wasm/");
    }),
    [],
  );
});

function* findSourceImports(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* findSourceImports(path);
    else if (/\.(js|tsx?)$/.test(name) && /^import source /m.test(Deno.readTextFileSync(path))) yield path;
  }
}
