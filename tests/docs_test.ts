import { assertEquals, assertStringIncludes } from "@std/assert";
import manifest from "@/deno.json" with { type: "json" };
import { loadConfig, SETTINGS, toVariable } from "@/fresh.config.ts";
import { FORMATS } from "@/lib/blocklist/formats.ts";
import { ANIMALS } from "@/lib/content/animals/mod.ts";
import { TEXTS } from "@/lib/content/categories.ts";
import { estimateFilter, estimateReceiving, toPoints } from "@/lib/filters/cost.ts";
import type { FilterJob } from "@/lib/filters/job.ts";
import { describeStrength } from "@/lib/images/filters/filter.ts";
import { type FilterName, FILTERS, getFilter } from "@/lib/images/filters/mod.ts";
import { createHeader, type Header } from "@/lib/images/formats/header.ts";
import { FEEDS } from "@/lib/launcher/feeds/registry.ts";
import { readMetrics } from "@/lib/operator/metrics.ts";
import type { Setting } from "@/lib/process/setting_forms.ts";
import { startApp } from "@/tests/app.ts";
import { ATTACKS } from "@/tests/load/strangers/attacks.ts";

// Documents and the code state the same facts. Each test names what is missing in a document, or documented and gone.

/** Reads a document with each item of a list on one line, because formatting moves its line breaks. */
async function readDocument(path: string): Promise<string> {
  return (await Deno.readTextFile(path)).replaceAll(/\n(?!- |\n|#)\s*/g, " ");
}

/** Compares the items of a list in a document that match a pattern with those that there should be. */
async function assertListed(path: string, pattern: RegExp, expected: readonly string[]): Promise<void> {
  const listed = (await readDocument(path)).match(pattern)?.map((line) => line.trim()) ?? [];
  assertEquals(listed.toSorted(), expected.toSorted(), path);
}

/** Compares the names in a document, which are the first group of a pattern, with those that there should be. */
async function assertNamed(path: string, pattern: RegExp, expected: readonly string[]): Promise<void> {
  const names = (await readDocument(path)).matchAll(pattern).map(([, name = ""]) => name);
  assertEquals([...new Set(names)].toSorted(), expected.toSorted(), path);
}

Deno.test("docs/settings.md has the default and the meaning of every setting, and no other setting", async () => {
  const lines = Object.entries<Setting<unknown>>(SETTINGS).map(([name, [{ isOptional }, byDefault, meaning]]) =>
    `- \`${toVariable(name)}\` (${isOptional ? byDefault : `\`${byDefault}\``}): ${meaning}`
  );
  await assertListed("docs/settings.md", /^- `[A-Z_]+` \(.*/gm, lines);
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
  const removed = ["FILTER_QUEUE", "MAX_FRAMES", "MAX_REDIRECTS", "MAX_TOTAL_PIXELS", "UPLOAD_TIMEOUT_MS"];
  assertEquals([...read].filter((name) => !known.includes(name)).toSorted(), ["DENO_DEPLOY", ...removed]);
});

Deno.test("README and docs/security.md state the defaults of the settings", async () => {
  const defaults = Object.entries<Setting<unknown>>(SETTINGS).map((
    [name, [, byDefault]],
  ) => [toVariable(name), byDefault]);
  const readme = await readDocument("README.md");
  const stated = [...readme.matchAll(/`([A-Z_]+)` \(`([^`]+)`\)/g)].map(([, name, value]) => [name, value]);
  assertEquals(stated.length > 4, true);
  assertEquals(stated.filter(([name, value]) => Object.fromEntries(defaults)[name ?? ""] !== value), []);
  const { rateLimit, maxSourceBytes, sourceTimeoutMs } = loadConfig({ get: () => undefined }, false);
  assertStringIncludes(readme, `Each client has ${rateLimit?.toLocaleString("en")} points per minute`);
  const source = `It has ${sourceTimeoutMs / 1000} s and ${maxSourceBytes / 2 ** 20} MiB`;
  assertStringIncludes(await readDocument("docs/security.md"), source);
});

Deno.test("docs/security.md names tests and attacks that exist", async () => {
  const rows = [...(await Deno.readTextFile("docs/security.md")).matchAll(/^\| +\d \| (.*?) \|(.*)/gm)];
  assertEquals(rows.length, 9);
  const files = rows.flatMap(([, cell = ""]) => {
    let folder = "";
    return [...cell.matchAll(/`((?:[\w]+\/)*)(\w+)`/g)].map(([, path = "", name]) =>
      `${folder = path || folder}${name}`
    );
  });
  const exists = (path: string) => Deno.stat(path).then(() => true, () => false);
  const missing = await Array.fromAsync(files, async (file) => {
    return await exists(`tests/lib/${file}_test.ts`) || await exists(`tests/${file}_test.ts`) ? [] : file;
  });
  assertEquals(missing.flat(), []);
  const attacks = rows.flatMap(([, , cell = ""]) => [...cell.matchAll(/`(\w[\w-]*)…?`/g)].map(([, name = ""]) => name));
  const known = ["mix", ...Object.keys(ATTACKS)];
  assertEquals(attacks.filter((attack) => !known.some((name) => name.startsWith(attack))), []);
});

Deno.test("docs/operating.md has every metric with its meaning, and no other metric", async () => {
  await using app = await startApp();
  const metrics = Object.entries(readMetrics(app.services)).map(([name, [help]]) => `\`${name}\`: ${help}`);
  const text = await readDocument("docs/operating.md");
  const lines = text.matchAll(/^- (`(?:pawkit|process)_\w+`)(?: \([^)]*\))?: (.*)$/gm);
  assertEquals([...lines].map(([, name, help = ""]) => `${name}: ${help.trim()}`).toSorted(), metrics.toSorted());
});

Deno.test("docs/operating.md has the prices of filters", async () => {
  const toPrice = (
    header: Partial<Header> & Pick<Header, "format">,
    length: number,
    filter: FilterName,
    width = 4096,
  ) => {
    const bytes = { length } as FilterJob["bytes"], size = { width, height: 4096, fit: "inside" } as const;
    const full = createHeader({ width: 4000, height: 3000, ...header });
    const { cpuMs } = estimateFilter({ bytes, header: full, steps: [{ filter, strength: 1 }], size, format: "auto" });
    return toPoints({ cpuMs: cpuMs + estimateReceiving(length).cpuMs });
  };
  const jpeg = { format: "jpeg" } as const, small = { ...jpeg, width: 2000, height: 1000 };
  assertStringIncludes(
    await readDocument("docs/operating.md"),
    `${toPrice(small, 5e5, "invert")} for a JPEG photograph of 2 megapixels (0.5 MB), ${
      toPrice(jpeg, 4e6, "invert")
    } ` +
      `to invert one of 12 megapixels (4 MB), ${toPrice(jpeg, 4e6, "blur")} to blur it, ` +
      `${toPrice(jpeg, 4e6, "resize", 300)} for a thumbnail of it, and ` +
      `${toPrice({ format: "webp", bitsPerPixel: 8 }, 2e6, "invert")} to invert a WebP of that size (2 MB)`,
  );
});

Deno.test("docs/filters.md has every filter with its strength and meaning, and no other filter", async () => {
  const lines = FILTERS.map((name) => {
    const { strength, summary } = getFilter(name);
    return `- \`${name}\`${strength === undefined ? "" : ` (strength ${describeStrength(strength)})`}: ${summary}`;
  });
  await assertListed("docs/filters.md", /^- `[a-z0-9-]+`(?: \(strength .*|:.*)$/gm, lines);
});

Deno.test("README has the speed of the last measurement, and bars of that length", async () => {
  const results = await Deno.readTextFile("tests/bench/RESULTS.md");
  const [row = ""] = /^\| jpeg 12 MP, invert .*/m.exec(results) ?? [];
  const cells = row.split("|").map((cell) => Number(cell));
  const [ours = 0, jimp = 0, imageScript = 0, sharp = 0] = [2, 5, 9, 13].map((index) => cells[index]);
  const chart = [...(await Deno.readTextFile("README.md")).matchAll(/^\| (\w+) +\| +([\d,]+) \| (█*)/gm)];
  assertEquals(chart.map(([, name, ms = "", bar = ""]) => [name, Number(ms.replace(",", "")), bar.length]), [
    ["Pawkit", ours, 1],
    ["sharp", sharp, Math.floor(sharp / ours)],
    ["ImageScript", imageScript, Math.floor(imageScript / ours)],
    ["Jimp", jimp, Math.floor(jimp / ours)],
  ]);
});

Deno.test("README has every kind and filter, docs/pictures.md every kind of animal, and no other", async () => {
  await assertNamed("README.md", /`\/api\/v2\/random\/animal\/\{([^}]*)\}`/g, [ANIMALS.join(",")]);
  await assertNamed("docs/pictures.md", /`--kind`[^`]*`([a-z,]+)`/g, [ANIMALS.join(",")]);
  await assertNamed("README.md", /`\/api\/v2\/filter\/\{([^}]*)\}/g, [FILTERS.join(",")]);
  const texts = Object.entries(TEXTS).map(([category, kinds]) => `${category}/{${[...kinds.keys()].join(",")}}`);
  await assertNamed("README.md", /`\/api\/v2\/random\/((?!animal)[a-z-]+\/\{[^}]*\})`/g, texts);
});

Deno.test("docs/block-lists.md names every list format, and no other", async () => {
  const items = (await readDocument("docs/block-lists.md")).matchAll(/^- (`[a-z-]+\.\w+`.*?): for /gm);
  const names = [...items].flatMap(([, files = ""]) => [...files.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
  assertEquals(names.toSorted(), FORMATS.map(({ file }) => file).toSorted());
});

Deno.test("docs/launcher.md names every feed with its files, and no other", async () => {
  const files = FEEDS.flatMap(({ files, dynamicPath }) => [dynamicPath ?? [], Object.keys(files)].flat());
  const items = (await readDocument("docs/launcher.md")).matchAll(/^- \[.+?\]: (.+?)\. `\./gm);
  const named = [...items].flatMap(([, paths = ""]) => [...paths.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path));
  assertEquals(named.toSorted(), files.toSorted());
});

Deno.test("CONTRIBUTING has every task with its description, and no other", async () => {
  const tasks = Object.entries(manifest.tasks).map(([name, { description }]) => `- \`${name}\`: ${description}`);
  await assertListed(".github/CONTRIBUTING.md", /^- `[a-z:]+`: .*/gm, tasks);
});

Deno.test("docs/compose/nginx.conf has every directive of the cache in docs/caching.md", async () => {
  const linesOf = (text: string) =>
    text.split("\n").map((line) => line.trim()).filter((line) => /^(~|proxy_)/.test(line));
  const [, block = ""] = /```nginx\n(.*?)```/s.exec(await Deno.readTextFile("docs/caching.md")) ?? [];
  const used = linesOf(await Deno.readTextFile("docs/compose/nginx.conf"));
  assertEquals([linesOf(block).length > 15, linesOf(block).filter((line) => !used.includes(line))], [true, []]);
});

Deno.test("links in documents lead to files and headings that exist", async () => {
  const { stdout } = await new Deno.Command("find", { args: [".", "-name", "*.md", "-not", "-path", "*/.git/*"] })
    .output();
  const broken: string[] = [];
  for (const path of new TextDecoder().decode(stdout).trim().split("\n")) {
    const text = (await Deno.readTextFile(path)).replaceAll(/^```.*?^```/gms, "");
    for (const [, link = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https:/.test(link)) continue;
      const { pathname, hash } = new URL(link, `file://${Deno.cwd()}/${path}`);
      const target = await Deno.stat(pathname).catch(() => undefined);
      const headings = hash === "" || target === undefined
        ? []
        : (await Deno.readTextFile(pathname)).matchAll(/^#+ (.*)$/gm);
      // GitHub makes anchors like this.
      const anchors = [...headings].map(([, title = ""]) =>
        title.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")
      );
      if (target === undefined || (hash !== "" && !anchors.includes(hash.slice(1)))) broken.push(`${path}: ${link}`);
    }
  }
  assertEquals(broken, []);
});
