import { assertEquals } from "@std/assert";
import { NAME_FIELD } from "@/lib/page/parts/name_field.ts";
import { startApp } from "@/tests/app.ts";

const NAMES = [
  ...[
    "Ada",
    "Ada Lovelace",
    "Ada.Lovelace",
    "Ada.pngs",
    ".hidden",
    "...",
    "Ada+Grace",
    "Ada.png",
    "Ada.PNG",
    "Ada.Jpeg ",
  ],
  ...["Ada.png+Grace", "Ada+Grace.JPG", "Ada+Grace.svgx", ".", " .. ", "..+Ada", "Ada+.", "Ada+", "+Ada", "Zo\u00eb"],
];

Deno.test("NAME_FIELD accepts exactly the names and pairs of names that have a page", async () => {
  await using call = await startApp();
  // As a browser reads the attribute.
  const pattern = new RegExp(`^(?:${NAME_FIELD.pattern})$`, "v");
  for (const name of NAMES) {
    const { status } = await call(`/cat?seed=${encodeURIComponent(name)}`, { headers: { accept: "text/html" } });
    assertEquals([name, pattern.test(name)], [name, status === 302]);
  }
});
