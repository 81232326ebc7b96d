import { assertEquals, assertLessOrEqual } from "@std/assert";
import { brotliCompressSync } from "node:zlib";
import { describeAnimal, drawAnimal, KINDS } from "@pawkit/animals/named";
import { startApp } from "@/tests/app.ts";
import { NAMED_DRAWINGS } from "@/tests/named_drawings.ts";

/** What the package exports: the compiler would need ten seconds to find out the types of minified code. */
type Module = typeof import("@pawkit/animals/named");

const bundled: Module = await import(new URL("../../../../static/animals.js", import.meta.url).href);

/** The contract says 30 KB. Brotli has its highest quality here. */
const MAX_COMPRESSED_BYTES = 30_000;

Deno.test("animals.js is small", async () => {
  assertLessOrEqual(brotliCompressSync(await Deno.readFile("static/animals.js")).length, MAX_COMPRESSED_BYTES);
});

Deno.test("animals.js exports the functions and kinds of the package, and nothing else", () => {
  assertEquals(Object.keys(bundled).sort(), ["KINDS", "describeAnimal", "drawAnimal"]);
  assertEquals(bundled.KINDS, KINDS);
});

Deno.test("animals.js draws and describes 600 names of every kind like the package", () => {
  for (const kind of KINDS) {
    for (let i = 0; i < 600; i++) {
      const name = `Name ${i}`;
      assertEquals(bundled.drawAnimal(kind, name), drawAnimal(kind, name));
      assertEquals(bundled.describeAnimal(kind, name), describeAnimal(kind, name));
    }
  }
});

Deno.test("animals.js draws 600 animals byte for byte like GET /{kind}/{name}.svg", async () => {
  await using call = await startApp({ RATE_LIMIT: "off" });
  for (const { path, args } of NAMED_DRAWINGS) {
    assertEquals(bundled.drawAnimal(...args), await (await call(path)).text(), path);
  }
});
