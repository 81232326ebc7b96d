import { assert, assertEquals } from "@std/assert";
import { createContent } from "@/lib/content/mod.ts";
import { render } from "./render.ts";

Deno.test("createContent() draws unseeded items from the given source", async () => {
  const content = await createContent({ originOf: () => "http://x", random: () => 1e6, render });
  const { message } = content.pools.animals.get("cat")!.drawOne(content.random, "http://x");
  assertEquals(message, "http://x/images/animals/cat/00000000.png");
});

Deno.test("Content.warmUp() loads the rasterizer without a warning", async () => {
  const warnings: string[] = [];
  const content = await createContent({ originOf: () => "", warn: (message) => warnings.push(message), render });
  await content.warmUp();
  assertEquals(warnings, []);
  assert(await content.loadPicture("cat", "00000000.png"));
});
