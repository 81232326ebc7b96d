import { assertEquals } from "@std/assert";
import { toMarkdownPicture, toUserCode } from "@/lib/meet/user_code.ts";
import { startApp } from "@/tests/support/app.ts";
import { NAMES, PICTURES, toExpected } from "./user_names.ts";

Deno.test("toUserCode() is JavaScript that encodes every name", () => {
  const avatar = new Function(`${toUserCode(PICTURES).JavaScript}\nreturn avatar;`)();
  assertEquals(NAMES.map(avatar), NAMES.map(toExpected));
});

Deno.test("the addresses of toUserCode() are animals of exactly these names", async () => {
  await using app = await startApp();
  for (const name of NAMES) {
    const json = toExpected(name).replace(PICTURES.end, ".json").replace("https://pawkit.example", "");
    const { item, items, parents } = await (await app.fetch(json)).json();
    assertEquals([item.name, items, parents], [name, undefined, undefined]);
  }
});

Deno.test("toMarkdownPicture() lets no name end the text of the picture", () => {
  assertEquals(toMarkdownPicture({ src: "/a", alt: "a](b) *c*" }), "![a\\](b) \\*c\\*](/a)");
});
