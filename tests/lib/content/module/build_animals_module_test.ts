import { assertRejects } from "@std/assert";
import { assertCommitted } from "@/lib/content/module/build_animals_module.ts";

Deno.test("assertCommitted() rejects a committed module that the package is not bundled to", async () => {
  const text = await Deno.readTextFile("static/animals.js");
  await assertCommitted(() => Promise.resolve(text));
  await assertRejects(() => assertCommitted(() => Promise.resolve(`${text} `)), Error, 'run "deno task animals"');
});
