import { assertEquals } from "@std/assert";
import { join, toFileUrl } from "@std/path";
import { loadConfig, SETTINGS, toVariable } from "@/fresh.config.ts";
import { DOCUMENTS } from "@/lib/endpoints/documents.ts";
import { LIST_FORMATS } from "@/lib/files/lists/formats.ts";
import { ANIMALS } from "@pawkit/animals";
import { TEXTS } from "@/lib/content/random/categories.ts";
import { describeMemoryLimit } from "@/lib/workers/cost.ts";
import { REQUEST_PARAMETERS } from "@/lib/filters/parameters.ts";
import { PRESETS } from "@/lib/filters/presets.ts";
import { describeValues } from "@/lib/parameters/describe_values.ts";
import { FILTERS, FORMATS, getFilter, IMAGE_FORMATS, type Parameter } from "@pawkit/images";
import { FEEDS } from "@/lib/launcher/feeds/registry.ts";
import { STORED_FILE_FIELDS, STORED_RELEASE_FIELDS } from "@/lib/launcher/release_fields.ts";
import { toAnchor } from "@/lib/page/docs/anchor.ts";
import type { Setting } from "@/lib/process/setting_forms.ts";
import { ATTACKS } from "@/tests/load/strangers/attacks.ts";
import { SHOWN_CHAINS } from "@/tests/pictures/filters.ts";

// Documents name the same things as the code, with the same numbers. Each test names what is missing in a document, or
// documented and gone. The sentences are free: no test compares them.

/** Reads a document with each item of a list on one line, because formatting moves its line breaks. */
async function readDocument(path: string): Promise<string> {
  return (await Deno.readTextFile(path)).replaceAll(/\n(?!- |\n|#)\s*/g, " ");
}

/** Compares the names in a document, which are the first group of a pattern, with those that there should be. */
async function assertNamed(path: string, pattern: RegExp, expected: readonly string[]): Promise<void> {
  const names = (await readDocument(path)).matchAll(pattern).map(([, name = ""]) => name);
  assertEquals([...new Set(names)].toSorted(), expected.toSorted(), path);
}

Deno.test("docs/settings.md has every setting with its default, and no other setting", async () => {
  const defaults = Object.entries<Setting<unknown>>(SETTINGS).map(([name, [{ isOptional }, byDefault]]) =>
    `${toVariable(name)} ${isOptional ? "in words" : byDefault}`
  );
  const items = (await readDocument("docs/settings.md")).matchAll(/^- `([A-Z_]+)` \((?:`([^`]+)`|[^)]+)\)/gm);
  const listed = [...items].map(([, name, value = "in words"]) => `${name} ${value}`);
  assertEquals(listed.toSorted(), defaults.toSorted());
});

Deno.test(".env.example has every setting, with its default or as a comment", async () => {
  const lines = Object.entries<Setting<unknown>>(SETTINGS).map(([name, [{ isOptional }, byDefault]]) =>
    isOptional ? `# ${toVariable(name)}=` : `${toVariable(name)}=${byDefault}`
  );
  const listed = (await Deno.readTextFile(".env.example")).match(/^(# )?[A-Z_]+=.*$/gm) ?? [];
  assertEquals(listed.toSorted(), lines.toSorted());
});

Deno.test("loadConfig() reads every setting of the table, and besides them only what the platform sets", () => {
  const read = new Set<string>();
  const { warnings } = loadConfig({ get: (name) => void read.add(name) }, false);
  assertEquals(warnings, []);
  const known = Object.keys(SETTINGS).map(toVariable);
  assertEquals(known.filter((name) => !read.has(name)), []);
  const removed = [
    "FILTER_QUEUE",
    "MAX_FRAMES",
    "MAX_REDIRECTS",
    "MAX_TOTAL_PIXELS",
    "SOURCE_URL",
    "UPLOAD_TIMEOUT_MS",
  ];
  assertEquals([...read].filter((name) => !known.includes(name)).toSorted(), [
    "CLIENT_SHARES",
    "DENO_DEPLOY",
    ...removed,
  ]);
});

Deno.test("README states the defaults of the settings that it lists", async () => {
  const settings = Object.entries<Setting<unknown>>(SETTINGS);
  const defaults = new Map(settings.map(([name, [, byDefault]]) => [toVariable(name), byDefault]));
  const stated = [...(await readDocument("README.md")).matchAll(/`([A-Z_]+)` \(`([^`]+)`\)/g)];
  assertEquals(stated.length > 0, true);
  assertEquals(stated.filter(([, name = "", value]) => defaults.get(name) !== value).map(([text]) => text), []);
});

Deno.test("docs/self-hosting.md states the largest pictures of a small machine", async () => {
  const text = await readDocument("docs/self-hosting.md");
  const [, budget = "", jpeg, avif] =
    /MEMORY_BUDGET=(\w+) .*?JPEG up to ([\d.]+) megapixels, AVIF up to ([\d.]+)\. /.exec(text) ?? [];
  const { maxJobBytes, maxPixels } = loadConfig(
    { get: (name) => name === "MEMORY_BUDGET" ? budget : undefined },
    false,
  );
  const limits = describeMemoryLimit(maxJobBytes, maxPixels)!;
  const stated = ["jpeg", "avif"].map((format) => new RegExp(`${format} ([\\d.]+)`).exec(limits)?.[1]);
  assertEquals([jpeg, avif], stated);
});

Deno.test("docs/security.md names tests and attacks that exist", async () => {
  const [, section = ""] = (await Deno.readTextFile("docs/security.md")).split("## How it is tested");
  const rows = [...section.split("\n## ")[0]!.matchAll(/^\d\. ((?:.|\n {3})*)/gm)]
    .map(([, row = ""]) => row.split("attacks:"));
  assertEquals(rows.length, 9);
  const files = rows.flatMap(([tests = ""]) => {
    let folder = "";
    return [...tests.matchAll(/`((?:[\w]+\/)*)(\w+)`/g)].map(([, path = "", name]) =>
      `${folder = path || folder}${name}`
    );
  });
  const exists = (path: string) => Deno.stat(path).then(() => true, () => false);
  const missing = await Array.fromAsync(files, async (file) => {
    const places = [`tests/lib/${file}`, file];
    return (await Array.fromAsync(places, (path) => exists(`${path}_test.ts`))).includes(true) ? [] : file;
  });
  assertEquals(missing.flat(), []);
  const attacks = rows.flatMap(([, list = ""]) => [...list.matchAll(/`(\w[\w-]*)…?`/g)].map(([, name = ""]) => name));
  const known = Object.keys(ATTACKS);
  assertEquals(attacks.filter((attack) => !known.some((name) => name.startsWith(attack))), []);
});

/** Reads the rows of all tables of a document, cell by cell. */
async function readRows(path: string): Promise<string[][]> {
  const rows = (await Deno.readTextFile(path)).match(/^\| .*$/gm) ?? [];
  return rows.map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()));
}

Deno.test("docs/filters.md has every filter with its parameters, and no other filter", async () => {
  const filters = FILTERS.map(getFilter).map(({ name, parameters }) => {
    const values = Object.entries(parameters).map(([parameter, each]) => `${parameter} ${describeValues(each).words}`);
    return `\`${name}\`${values.length === 0 ? "" : ` (${values.join("; ")})`}`;
  });
  const rows = (await readRows("docs/filters.md")).map(([, text = ""]) =>
    /^(`[a-z0-9-]+`[^:]*):/.exec(text)?.[1] ?? []
  );
  assertEquals(rows.flat().toSorted(), filters.toSorted());
});

Deno.test("docs/filters.md shows each filter and each preset in the picture of its name, made with the chain it names", async () => {
  const shown = (await readRows("docs/filters.md")).flatMap(([picture = "", text = ""]) => {
    const [, chain, file] = /^!\[(.*)\]\(\.\.\/static\/pictures\/(.*)\.webp\)$/.exec(picture) ?? [];
    return file === undefined ? [] : [[/^`?([\w-]+)/.exec(text)?.[1], file, chain]];
  });
  assertEquals(shown, Object.entries(SHOWN_CHAINS).map(([name, chain]) => [name, name, chain]));
});

Deno.test("docs/filters.md has every preset with its chain, and no other", async () => {
  const rows = await readRows("docs/filters.md");
  const listed = rows.flatMap(([, text = ""]) => [.../^(\w+): `(.*)`$/.exec(text) ?? []].slice(1).join(" ") || []);
  assertEquals(listed, Object.entries(PRESETS).map((preset) => preset.join(" ")));
});

Deno.test("docs/filters.md names the parameters of every filter, with their choices", async () => {
  // `format=png|webp` names two choices, and `width` a number.
  const named = (await readDocument("docs/filters.md")).matchAll(/`([a-z]+)(?:=([a-z|]+))?`/g).flatMap(
    ([, name = "", choices]) => choices === undefined ? [name] : choices.split("|").map((each) => `${name}=${each}`),
  ).toArray();
  const expected = Object.entries<Parameter>(REQUEST_PARAMETERS).flatMap(([name, parameter]) =>
    parameter.type === "choice" ? parameter.allowed.map((each) => `${name}=${each}`) : [name]
  );
  assertEquals(expected.filter((each) => !named.includes(each)), []);
});

Deno.test("docs/filters.md names every image format that filters read", async () => {
  const names = FORMATS.flatMap((format) => IMAGE_FORMATS[format].names);
  const text = await readDocument("docs/filters.md");
  assertEquals(names.filter((name) => !text.includes(name)), []);
});

Deno.test("README has every kind, text and filter, and no other", async () => {
  await assertNamed("README.md", /`\/api\/v2\/random\/animal\/\{([^}]*)\}`/g, [ANIMALS.join(",")]);
  await assertNamed("README.md", /`\/\{([^}]*)\}\/\{name\}`/g, [ANIMALS.join(",")]);
  await assertNamed("README.md", /`\/api\/v2\/filter\/\{([^}]*)\}/g, [FILTERS.join(",")]);
  const texts = Object.entries(TEXTS).map(([category, kinds]) => `${category}/{${Object.keys(kinds).join(",")}}`);
  await assertNamed("README.md", /`\/api\/v2\/random\/((?!animal)[a-z-]+\/\{[^}]*\})`/g, texts);
});

Deno.test("docs/animals.md names every kind, and docs/text.md every type", async () => {
  const animals = await readDocument("docs/animals.md");
  assertEquals(ANIMALS.filter((kind) => !animals.includes(`\`${kind}\``)), []);
  const text = await readDocument("docs/text.md");
  const types = Object.values(TEXTS).flatMap((types) => Object.keys(types));
  assertEquals(types.filter((type) => !new RegExp(`[\`/]${type}\\b`).test(text)), []);
});

Deno.test("guides for callers have at most 900 words, so that people read them", async () => {
  for (const page of ["animals", "bots", "launcher", "lists", "service", "statuses", "text"]) {
    // The lines of a table are no words.
    const words = (await Deno.readTextFile(`docs/${page}.md`)).split(/\s+/).filter((word) => /\w/.test(word)).length;
    assertEquals(words <= 900, true, `docs/${page}.md has ${words} words, ${words - 900} too many`);
  }
});

Deno.test("guides for callers have no address that only looks like that of the service", async () => {
  const guides = Object.entries(DOCUMENTS).filter(([, { audience }]) => audience === "callers");
  const lines = await Array.fromAsync(guides, async ([page]) => {
    const found = (await Deno.readTextFile(`docs/${page}.md`)).split("\n").filter((line) => /paw\.example/.test(line));
    return found.map((line) => `docs/${page}.md: ${line.trim()}`);
  });
  assertEquals(lines.flat(), [], "write http://localhost:8000, which the page replaces by the address of the service");
});

Deno.test("docs/README.md links to every page of the documentation", async () => {
  const text = await Deno.readTextFile("docs/README.md");
  const missing = Object.keys(DOCUMENTS).filter((page) => !text.includes(`](${page}.md)`));
  assertEquals(missing, [], "DOCUMENTS has pages without a link in docs/README.md");
});

Deno.test("docs/lists.md names every list format, and no other", async () => {
  const files = LIST_FORMATS.map(({ file }) => file);
  const extensions = new Set(files.map((file) => file.replace(/^.*\./, "")));
  const pattern = new RegExp(`(?:\`|/generated/all/)([a-z-]+\\.(?:${[...extensions].join("|")}))\\b`, "g");
  await assertNamed("docs/lists.md", pattern, files);
});

Deno.test("docs/launcher.md names every feed with its files, and no other", async () => {
  const files = FEEDS.flatMap(({ files, dynamicPath }) => [dynamicPath ?? [], Object.keys(files)].flat());
  const [, section = ""] = /^### Feeds for updaters\n(.*?)^#/ms.exec(await Deno.readTextFile("docs/launcher.md")) ?? [];
  // Other names in this section are extensions, such as `.exe`, and fields.
  const named = section.matchAll(/`([a-z][^`]*(?:\.(?:json|yml|xml)|\}))`/g).map(([, path = ""]) => path);
  assertEquals([...named].toSorted(), files.toSorted());
});

/** The folders with documents. Others may be somebody's own, such as those of an editor. */
const DOCUMENT_FOLDERS = ["docs", ".github", "lib", "tests"];

/** Finds the documents of the project. */
function* walkDocuments(folder: string, isTop = true): Generator<string> {
  for (const { name, isDirectory, isFile } of Deno.readDirSync(folder)) {
    const path = join(folder, name);
    if (isDirectory && (!isTop || DOCUMENT_FOLDERS.includes(name))) yield* walkDocuments(path, false);
    if (isFile && name.endsWith(".md")) yield path;
  }
}

/** Finds the files of a folder and those below it. */
function* walkFiles(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* walkFiles(join(folder, name));
    else yield join(folder, name);
  }
}

/** Returns whether the file or folder of a link exists, and in it the heading after `#`. */
async function isTarget(url: URL): Promise<boolean> {
  const heading = decodeURIComponent(url.hash.slice(1));
  const file = new URL(url);
  file.hash = "";
  if (heading === "") return await Deno.stat(file).then(() => true, () => false);
  const text = await Deno.readTextFile(file).catch(() => "");
  const anchors = text.matchAll(/^#+ (.*)$/gm).map(([, title = ""]) => toAnchor(title));
  return [...anchors].includes(heading);
}

/** Returns the links of the documents below a folder that lead nowhere. */
async function findBrokenLinks(folder: string): Promise<string[]> {
  const broken: string[] = [];
  for (const path of walkDocuments(folder)) {
    const text = (await Deno.readTextFile(path)).replaceAll(/^```.*?^```/gms, "");
    for (const [, link = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https:/.test(link)) continue;
      if (!await isTarget(new URL(link, toFileUrl(path)))) broken.push(`${path}: ${link}`);
    }
  }
  return broken;
}

Deno.test("links in documents lead to files and headings that exist", async () => {
  assertEquals(await findBrokenLinks(Deno.cwd()), []);
});

Deno.test("paths in CONTRIBUTING and docs/architecture.md exist, and the folders of patterns such as <name>.ts", async () => {
  for (const document of [".github/CONTRIBUTING.md", "docs/architecture.md"]) {
    const text = (await Deno.readTextFile(document)).replaceAll(/^```.*?^```/gms, "");
    const paths = text.matchAll(/`((?:lib|routes|static|tests)\/[^`\s]*)`/g)
      .map(([, path = ""]) => path.replace(/[^/]*[<…].*/, "")).toArray();
    const missing = await Array.fromAsync(paths, (path) => Deno.stat(path).then(() => [], () => path));
    assertEquals([paths.length > 0, missing.flat()], [true, []], document);
  }
});

Deno.test("every file below static/pictures is shown by a document, the README or the page", async () => {
  const sources = [...walkDocuments("."), ...walkFiles("lib/page"), ...walkFiles("routes")];
  const texts = (await Array.fromAsync(sources, (path) => Deno.readTextFile(path))).join("\n");
  const files = Array.from(Deno.readDirSync("static/pictures"), ({ name }) => name);
  assertEquals(files.filter((name) => !texts.includes(`pictures/${name}`)), []);
});

Deno.test("links in documents are checked in a folder of any name", async () => {
  const parent = await Deno.makeTempDir();
  const folder = join(parent, "my prøject #1");
  await Deno.mkdir(folder);
  const links = ["b.md", "b.md#größe-und-form", "#a", "none.md", "b.md#none", "https://paw.example/none"];
  await Deno.writeTextFile(join(folder, "a.md"), `# A\n\n${links.map((link) => `[link](${link})\n`).join("")}`);
  await Deno.writeTextFile(join(folder, "b.md"), "# B\n\n## Größe und Form\n");
  const broken = await findBrokenLinks(folder);
  await Deno.remove(parent, { recursive: true });
  assertEquals(broken, ["none.md", "b.md#none"].map((link) => `${join(folder, "a.md")}: ${link}`));
});

Deno.test("docs/launcher.md names every field of a release and of its files", async () => {
  const text = await readDocument("docs/launcher.md");
  const fields = Object.keys({ ...STORED_RELEASE_FIELDS, ...STORED_FILE_FIELDS });
  assertEquals(fields.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)), []);
});
