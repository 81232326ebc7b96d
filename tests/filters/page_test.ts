import { assertEquals } from "@std/assert";
import { FILTERS } from "@pawkit/images";
import { startApp, type TestApp } from "@/tests/support/app.ts";

const LOOKS = ["noir", "faded", "poster", "blueprint", "arcade", "stamp"];

async function readPage(app: TestApp, path = "/"): Promise<string> {
  return await (await app.fetch(path, { headers: { accept: "text/html" } })).text();
}

Deno.test("each button of the page leads to a picture, and has one", async () => {
  await using app = await startApp();
  const buttons = [...(await readPage(app)).matchAll(/formaction="([^"]+)"[^>]*><img src="([^"]+)"/g)];
  assertEquals(buttons.length, FILTERS.length + LOOKS.length);
  for (const [, action, thumbnail] of buttons) {
    for (const path of [`${action}?image=/cat/Ada.png&width=16&height=&format=`, thumbnail!]) {
      const { status, headers, body } = await app.fetch(path);
      await body?.cancel();
      assertEquals([path, status, headers.get("content-type")?.split("/")[0]], [path, 200, "image"]);
    }
  }
});

Deno.test("the page has no filters if they are off", async () => {
  await using app = await startApp({ FEATURES: "text" });
  // Rendered pages are cached by their origin.
  assertEquals((await readPage(app, "http://other.example/")).includes('id="filter"'), false);
});
