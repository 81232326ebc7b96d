import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { createAxe, shareTestSite } from "@/tests/browser/browser.ts";

const { site, test } = shareTestSite({ path: "/fox/Zo%C3%AB" });

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "" : " without scripts";

  test(
    `the page of an animal leads to another one and to that of one's own name${how}`,
    { javaScriptEnabled },
    async (page) => {
      assertEquals(await page.locator("h1").innerText(), "Zoë");
      await page.getByRole("link", { name: "Another one" }).click();
      await page.waitForURL(/\/fox\/\w+-\w+$/);
      assertNotEquals(await page.locator("h1").innerText(), "Zoë");
      await page.getByRole("textbox").fill("<b> & 猫/🦊");
      await page.getByRole("button", { name: "Meet" }).click();
      await page.waitForURL(/%3Cb%3E/);
      assertEquals(await page.locator("h1").innerText(), "<b> & 猫/🦊");
      await page.getByRole("link", { name: "bird", exact: true }).click();
      await page.waitForURL(/\/bird\//);
      assertMatch(await page.title(), /^<b> & 猫\/🦊 the bird/);
    },
  );
}

test("the page of an animal copies its address and downloads its picture", {
  permissions: ["clipboard-read", "clipboard-write"],
}, async (page) => {
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assertEquals(await page.evaluate("navigator.clipboard.readText()"), `${site.origin}/fox/Zo%C3%AB`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Without background" }).click(),
  ]);
  assertEquals(download.suggestedFilename(), "Zoë.png");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the page of an animal is accessible, and fits a phone, ${colorScheme}`, {
    colorScheme,
    viewport: { width: 320, height: 640 },
  }, async (page) => {
    assertEquals((await createAxe(page).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]), []);
    assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 320);
    const { height } = (await page.getByRole("button", { name: "Meet" }).boundingBox())!;
    assert(height < 50, `The button has two lines: ${height}`);
  });
}
