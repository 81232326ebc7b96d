import { assert, assertEquals } from "@std/assert";
import { createContent } from "@/lib/content/mod.ts";
import { render } from "./render.ts";

Deno.test("Content.warmUp() loads the rasterizer without a warning", async () => {
  const warnings: string[] = [];
  const content = await createContent({
    folder: undefined,
    warn: (message) => warnings.push(message),
    render,
  });
  await content.warmUp();
  assertEquals(content.pictureCounts.miss, 3);
  assertEquals(warnings, []);
  assert(await content.loadPicture("cat", "00000000.png"));
});
