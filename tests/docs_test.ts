import { assertEquals } from "@std/assert";
import { loadConfig, SETTINGS, toVariable } from "@/fresh.config.ts";

// Documents and the code state the same facts. Each test names what is missing in a document, or documented and gone.

/** Reads a document with its line breaks as spaces, because formatting moves them. */
async function readDocument(path: string): Promise<string> {
  return (await Deno.readTextFile(path)).replaceAll(/\n(?!- |\n)\s*/g, " ");
}

Deno.test("docs/settings.md has the default and the meaning of every setting, and no other setting", async () => {
  const lines = Object.entries(SETTINGS).map(([name, { default: value, shownDefault, meaning }]) =>
    `- \`${toVariable(name)}\` (${value === undefined ? shownDefault : `\`${value}\``}): ${meaning}`
  );
  const text = await readDocument("docs/settings.md");
  const documented = text.match(/^- `[A-Z_]+` \(.*/gm)?.map((line) => line.trim()) ?? [];
  assertEquals(documented.toSorted(), lines.toSorted());
});

Deno.test(".env.example has every setting, with its default or as a comment", async () => {
  const lines = Object.entries(SETTINGS).map(([name, { default: value }]) =>
    value === undefined ? `# ${toVariable(name)}=` : `${toVariable(name)}=${value}`
  );
  const listed = (await Deno.readTextFile(".env.example")).match(/^(# )?[A-Z_]+=.*$/gm) ?? [];
  assertEquals(listed.toSorted(), lines.toSorted());
});

Deno.test("loadConfig() reads every setting of the table, and besides them only what the platform sets", () => {
  const read = new Set<string>();
  const { ignored } = loadConfig({ get: (name) => void read.add(name) }, false);
  assertEquals(ignored, []);
  const isKnown = (name: string) => Object.keys(SETTINGS).map(toVariable).includes(name);
  assertEquals(Object.keys(SETTINGS).map(toVariable).filter((name) => !read.has(name)), []);
  assertEquals([...read].filter((name) => !isKnown(name)).toSorted(), [
    "DENO_DEPLOY",
    "FILTER_QUEUE",
    "MAX_FRAMES",
    "MAX_REDIRECTS",
    "MAX_TOTAL_PIXELS",
    "UPLOAD_TIMEOUT_MS",
  ]);
});
