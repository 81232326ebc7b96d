import { assertEquals, assertRejects } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { loadListConfig } from "@/lib/blocklist/config.ts";
import { withWorkshop } from "./fixture.ts";

const PUBLIC_LISTS = fromFileUrl(new URL("../../../docs/public-lists.json", import.meta.url));

Deno.test("loadListConfig() accepts the configuration for public lists, and every source has a licence and a list", async () => {
  const { sources, lists } = await loadListConfig(PUBLIC_LISTS);
  const used = new Set(lists.flatMap((list) => list.sources));
  assertEquals(sources.filter(({ id, from }) => !used.has(id) || !from.startsWith("https://")), []);
  // A list with the names of one source must state the licence of that source.
  for (const list of lists.filter((each) => each.sources.length === 1)) {
    assertEquals(list.license, sources.find(({ id }) => id === list.sources[0])?.license);
  }
});

Deno.test("build() writes the licence of a list into its header, or that of the configuration", () =>
  withWorkshop(async ({ source, run, read }) => {
    await source("a.txt", "a.example.com\n");
    await source("b.txt", "b.example.com\n");
    const list = { title: "One", description: "A alone", sources: ["a"] };
    await run({}, { lists: [{ name: "one", ...list, license: "CC0-1.0" }, { name: "two", ...list }] });
    const licenses = [await read("one/hosts.txt"), await read("two/hosts.txt")].map((text) =>
      /License: (.+)/.exec(text)![1]
    );
    assertEquals(licenses, ["CC0-1.0", "MIT"]);
  }));

Deno.test("loadListConfig() accepts the spelling licence of earlier versions in every part", () =>
  withWorkshop(async ({ source, folder }) => {
    const sources = [{ id: "a", title: "A", from: "a.txt", licence: "CC0-1.0" }];
    const lists = [{ name: "one", title: "One", description: "A alone", licence: "GPL-3.0", sources: ["a"] }];
    await source("config.json", JSON.stringify({ licence: "MIT", expires: "1 day", allow: [], sources, lists }));
    const config = await loadListConfig(`${folder}/config.json`);
    assertEquals([config, config.sources[0], config.lists[0]].map((part) => part?.license), [
      "MIT",
      "CC0-1.0",
      "GPL-3.0",
    ]);
  }));

Deno.test("loadListConfig() throws on an invalid configuration, and names the field", () =>
  withWorkshop(async ({ source, folder }) => {
    const cases: [string, string][] = [
      ["{", "must be JSON"],
      ["{}", "license"],
      [JSON.stringify({ license: "MIT\nevil.example.com" }), "must be one line"],
    ];
    for (const [text, message] of cases) {
      await source("config.json", text);
      await assertRejects(() => loadListConfig(`${folder}/config.json`), TypeError, message);
    }
  }));
