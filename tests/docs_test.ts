import { assertEquals } from "@std/assert";
import { dirname, fromFileUrl, join } from "@std/path";

const ROOT = fromFileUrl(new URL("../", import.meta.url));

/** This machine, names of a local network, and names that are reserved for examples. */
const EXAMPLE_HOST = /^(127\.0\.0\.1|[\w-]+|([\w-]+\.)*example(\.com|\.net|\.org)?)$/;

/** Other hosts, which documents name on purpose. */
const OTHER_HOSTS = ["www.youtube.com", "raw.githubusercontent.com", "fresh.deno.dev"];

const documents = new Map<string, string>();
for (const path of await list("")) documents.set(path, await Deno.readTextFile(join(ROOT, path)));

async function list(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(join(ROOT, folder))) {
    if (isDirectory && !/^(\.git|node_modules|data|coverage)$/.test(name)) {
      paths.push(...await list(join(folder, name)));
    }
    if (name.endsWith(".md")) paths.push(join(folder, name));
  }
  return paths;
}

/** Returns the text without code, in which a link is no link and a comment no heading. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```.*?^```$/gms, "");
}

/** The names of the headings of a document, as links write them. */
function anchorsOf(text: string): string[] {
  const titles = Array.from(withoutCode(text).matchAll(/^#+ (.+)$/gm), ([, title]) => title!.toLowerCase());
  return titles.map((title) => title.replaceAll(/[^\w\- ]/g, "").replaceAll(" ", "-"));
}

Deno.test("links between documents lead to files and headings that exist", async () => {
  const wrong: string[] = [];
  for (const [path, text] of documents) {
    for (const [, link] of withoutCode(text).matchAll(/(?:\]\(|src=")([^)"]+)[)"]/g)) {
      // A page of the service is a matter of tests/page.
      if (/^(https?:|\/)/.test(link!)) continue;
      const [file = "", anchor] = link!.split("#");
      const target = file === "" ? path : join(dirname(path), file);
      const exists = await Deno.stat(join(ROOT, target)).then(() => true, () => false);
      const hasAnchor = anchor === undefined || anchorsOf(documents.get(target) ?? "").includes(anchor);
      if (!exists || !hasAnchor) wrong.push(`${path}: ${link}`);
    }
  }
  assertEquals(wrong, []);
});

Deno.test("operating.md has each setting once, and nothing else", async () => {
  const config = await Deno.readTextFile(join(ROOT, "fresh.config.ts"));
  const settings = Array.from(config.matchAll(/\bread\("(\w+)"/g), ([, name]) => name!);
  const rows = documents.get("docs/operating.md")!.matchAll(/^\| `([A-Z_]+)`/gm);
  assertEquals(Array.from(rows, ([, name]) => name!).sort(), settings.sort());
});

Deno.test("the tasks that documents name exist", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json")));
  const named = [...documents].flatMap(([path, text]) => {
    return Array.from(text.matchAll(/\bdeno(?:@[\d.]+)? task ([\w:]+)/g), ([, task]) => `${path}: ${task}`);
  });
  assertEquals(named.filter((each) => !(each.split(": ")[1]! in tasks)), []);
});

Deno.test("examples lead to no host of somebody else", () => {
  const named = [...documents].flatMap(([path, text]) => {
    return Array.from(text.matchAll(/https?:\/\/([\w.-]+)/g), ([, host]) => ({ path, host: host! }));
  });
  assertEquals(named.filter(({ host }) => !EXAMPLE_HOST.test(host) && !OTHER_HOSTS.includes(host)), []);
});
