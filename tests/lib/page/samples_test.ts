import { assert, assertEquals } from "@std/assert";
import { createContent } from "@/lib/content/mod.ts";
import { ANIMALS } from "@/lib/content/pools.ts";
import { drawSamples } from "@/lib/page/samples.ts";
import { startApp } from "@/tests/app.ts";

const ORIGIN = "http://paw.example";

Deno.test("drawSamples() returns the response of the endpoint for each kind, and pictures that exist", async () => {
  await using call = await startApp();
  const samples = await drawSamples(await createContent({ originOf: () => ORIGIN }), ORIGIN);
  assertEquals(samples.map(({ picture }) => picture.name), [...ANIMALS]);
  for (const { request, response, picture } of samples) {
    assertEquals(response, await (await call(request)).json());
    const thumbnail = await call(picture.thumbnail);
    assertEquals([thumbnail.status, thumbnail.headers.get("content-type")], [200, "image/svg+xml"]);
    await thumbnail.body?.cancel();
    assert(picture.path.endsWith(".png") && picture.alt.includes(picture.name));
  }
});
