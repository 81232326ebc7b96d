import { assertEquals } from "@std/assert";
import { PITCH } from "@/lib/endpoints/pitch.ts";
import { startApp } from "@/tests/app.ts";

/** What a stranger sees first, by its place. */
const FIRST_WORDS: Readonly<Record<string, (read: (path: string) => Promise<string>) => Promise<unknown>>> = {
  "the heading": async (read) => /<h1[^>]*>([^<]*)</.exec(await read("/"))?.[1],
  "the title of link previews": async (read) => /"og:title" content="([^"]*)"/.exec(await read("/"))?.[1],
  "the description for search engines": async (read) => /"description" content="([^.]*\.)/.exec(await read("/"))?.[1],
  "the text for the preview's picture": async (read) => /"og:image:alt" content="([^.]*\.)/.exec(await read("/"))?.[1],
  "the manifest": async (read) => JSON.parse(await read("/manifest.webmanifest")).description,
  "the OpenAPI document": async (read) => JSON.parse(await read("/openapi.json")).info.summary,
  "its description": async (read) => /^[^.]*\./.exec(JSON.parse(await read("/openapi.json")).info.description)?.[0],
  "/llms.txt": async (read) => /^> ([^.]*\.)/m.exec(await read("/llms.txt"))?.[1],
  "README": async () => /^# .*\n\n([^.]*\.)/.exec(await Deno.readTextFile("README.md"))?.[1],
  "the text for README's first picture": async () => /!\[([^.]*\.)/.exec(await Deno.readTextFile("README.md"))?.[1],
};

Deno.test("PITCH is the first sentence wherever strangers meet the service", async () => {
  await using call = await startApp({ BASE_URL: "https://paw.test" });
  const read = async (path: string) => await (await call(path)).text();
  for (const [place, find] of Object.entries(FIRST_WORDS)) assertEquals([place, await find(read)], [place, PITCH]);
});

Deno.test("PITCH is the first sentence in a terminal", async () => {
  await using call = await startApp();
  const response = await call("/", { headers: { "user-agent": "curl/8.0" } });
  assertEquals((await response.text()).startsWith(PITCH), true);
});
