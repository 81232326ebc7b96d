import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { LIST_FORMATS } from "@/lib/files/lists/formats.ts";
import { loadManifest } from "@/lib/files/lists/manifest.ts";
import { renderReport } from "@/lib/blocklist/report.ts";
import { A, B, entriesOf, ONLY_A, withWorkshop } from "./fixture.ts";

async function filesBelow(folder: string): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (name.startsWith(".")) continue;
    const path = join(folder, name);
    if (!isDirectory) files.set(name, await Deno.readFile(path));
    else for (const [below, bytes] of await filesBelow(path)) files.set(`${name}/${below}`, bytes);
  }
  return new Map([...files].sort());
}

Deno.test("build() writes each format in its own syntax", () =>
  withWorkshop(async ({ source, run, read }) => {
    await source("allow.txt", "good.tracker.net\n");
    await run();
    const names = ["ads.example.com", "sub.tracker.net", "tracker.net", "xn--mnchen-ads-9db.de", "z.ads.example.com"];
    const expected: [string, string[]][] = [
      ["domains.txt", names],
      ["hosts.txt", names.map((name) => `0.0.0.0 ${name}`)],
      ["hosts-loopback.txt", names.map((name) => `127.0.0.1 ${name}`)],
      ["wildcard.txt", ["*.ads.example.com", "*.tracker.net", "*.xn--mnchen-ads-9db.de"]],
      ["adblock.txt", [
        "@@||good.tracker.net^",
        "||ads.example.com^",
        "||tracker.net^",
        "||xn--mnchen-ads-9db.de^",
      ]],
      ["allow.txt", ["@@||good.tracker.net^"]],
      ["dnsmasq.conf", [
        "server=/good.tracker.net/#",
        "local=/ads.example.com/",
        "local=/tracker.net/",
        "local=/xn--mnchen-ads-9db.de/",
      ]],
      ["unbound.conf", [
        'local-zone: "good.tracker.net." always_transparent',
        'local-zone: "ads.example.com." always_nxdomain',
        'local-zone: "tracker.net." always_nxdomain',
        'local-zone: "xn--mnchen-ads-9db.de." always_nxdomain',
      ]],
      ["rpz.zone", [
        "good.tracker.net CNAME rpz-passthru.",
        "*.good.tracker.net CNAME rpz-passthru.",
        "ads.example.com CNAME .",
        "tracker.net CNAME .",
        "xn--mnchen-ads-9db.de CNAME .",
        "*.ads.example.com CNAME .",
        "*.tracker.net CNAME .",
        "*.xn--mnchen-ads-9db.de CNAME .",
      ]],
    ];
    assertEquals(expected.map(([file]) => file).toSorted(), LIST_FORMATS.map(({ file }) => file).toSorted());
    for (const [file, entries] of expected) {
      const written = entriesOf(await read(`two/${file}`));
      assertEquals(file === "rpz.zone" ? written.filter((line) => line.includes("CNAME")) : written, entries, file);
    }
    assertEquals(entriesOf(await read("one/domains.txt")), ["ads.example.com", "tracker.net", "z.ads.example.com"]);
  }));

Deno.test("static/generated has a file of every format for each list", () => {
  const folder = new URL("../../../static/generated/", import.meta.url);
  for (
    const list of [...Deno.readDirSync(folder)].filter(({ name, isDirectory }) => isDirectory && !name.startsWith("."))
  ) {
    const names = [...Deno.readDirSync(new URL(`${list.name}/`, folder))].map(({ name }) => name);
    assertEquals(LIST_FORMATS.filter(({ file }) => !names.includes(file)), [], list.name);
  }
});

Deno.test("build() writes a header in the comment syntax of each format, without a time", () =>
  withWorkshop(async ({ run, read }) => {
    await run({}, ONLY_A);
    for (const [file, sign] of [["hosts.txt", "#"], ["adblock.txt", "!"], ["rpz.zone", ";"], ["unbound.conf", "#"]]) {
      const text = await read(`one/${file}`);
      const version = /Version: ([0-9a-f]{12})\n/.exec(text)![1];
      const header = [
        "Title: One",
        "Description: A alone",
        `For: ${/For: (.+)/.exec(text)![1]}`,
        `Version: ${version}`,
        `Entries: ${file === "hosts.txt" ? 3 : 2}`,
        "License: MIT",
        "Homepage: https://lists.example/",
        "Expires: 4 days",
      ].map((line) => `${sign} ${line}\n`).join("");
      assertStringIncludes(text, header);
      assertEquals(/\d{4}-\d\d-\d\d|\d\d:\d\d/.test(text), false);
    }
    await run({}, { ...ONLY_A, homepage: undefined });
    assertEquals((await read("one/hosts.txt")).includes("Homepage"), false);
  }));

Deno.test("build() writes every format, with the programs that it is for", () =>
  withWorkshop(async ({ run, read }) => {
    await run({}, ONLY_A);
    for (const { file, readers } of LIST_FORMATS) assertStringIncludes(await read(`one/${file}`), readers);
  }));

Deno.test("build() lets an entry below an exception overrule it, unless an exception is below the entry", () =>
  withWorkshop(async ({ source, run, read }) => {
    await source("a.txt", "tracker.net\nbad.good.tracker.net\nx.bad.good.tracker.net\nmixed.good.tracker.net\n");
    await source("allow.txt", "good.tracker.net\nok.mixed.good.tracker.net\n");
    await run({}, ONLY_A);
    assertEquals(entriesOf(await read("one/adblock.txt")), [
      "@@||good.tracker.net^",
      "@@||ok.mixed.good.tracker.net^",
      "||bad.good.tracker.net^$important",
      "||mixed.good.tracker.net^",
      "||tracker.net^",
    ]);
    assertEquals(entriesOf(await read("one/allow.txt")), ["@@||good.tracker.net^", "@@||ok.mixed.good.tracker.net^"]);
    assertEquals(entriesOf(await read("one/dnsmasq.conf")), [
      "server=/good.tracker.net/#",
      "server=/ok.mixed.good.tracker.net/#",
      "local=/bad.good.tracker.net/",
      "local=/mixed.good.tracker.net/",
      "local=/tracker.net/",
    ]);
  }));

Deno.test("build() writes a manifest that agrees with its files", () =>
  withWorkshop(async ({ run, read, out }) => {
    await run();
    const manifest = await loadManifest(out);
    assertEquals(manifest.files.length, 2 * LIST_FORMATS.length);
    for (const { path, sha256, bytes, entries, list, sources, format } of manifest.files) {
      const file = await Deno.readFile(join(out, path));
      assertEquals(sha256, new Uint8Array(await crypto.subtle.digest("SHA-256", file)).toHex());
      assertEquals(bytes, file.length);
      assertEquals(sources, list === "one" ? ["a"] : ["a", "b"]);
      const records = entriesOf(await read(path)).filter((line) => format !== "rpz" || / CNAME \.$/.test(line));
      assertEquals(entries, format === "rpz" ? records.length / 2 : records.length, path);
      using zipped = await Deno.open(join(out, `${path}.gz`));
      const unzipped = new Response(zipped.readable.pipeThrough(new DecompressionStream("gzip")));
      assertEquals(await unzipped.bytes(), file);
    }
  }));

Deno.test("build() reports what was read, invalid, duplicate, allowed, subsumed and written", () =>
  withWorkshop(async ({ source, run }) => {
    await source("allow.txt", "good.tracker.net\n");
    const text = renderReport(await run(), new Date("2026-01-02T03:04:05Z"));
    for (
      const line of [
        "2026-01-02T03:04:05.000Z blocklist written\n",
        "source a: 5 read, 1 invalid, 1 duplicate, 0 allow-listed, 3 new\n",
        'source a: invalid address: 1, such as "1.2.3.4"\n',
        "source b: 4 read, 1 invalid, 0 duplicate, 1 allow-listed, 2 new\n",
        'source b: invalid public_suffix: 1, such as "co.uk"\n',
        "list one: 3 entries, 1 subsumed\n",
        "list two: 5 entries, 2 subsumed\n",
        "written one/hosts.txt: 3 entries, ",
      ]
    ) assertStringIncludes(text, line);
  }));

Deno.test("build() writes the same bytes in another folder, from the same input in another order and spelling", () =>
  withWorkshop(async (first) => {
    await first.run();
    await withWorkshop(async (second) => {
      await second.source("a.txt", `! another comment\n${A.split("\n").reverse().join("\r\n").toUpperCase()}\n`);
      await second.source("b.txt", `${B}${B}`);
      await second.run();
      assertEquals(await filesBelow(second.out), await filesBelow(first.out));
    });
  }));

Deno.test("build() leaves unchanged files untouched, and removes lists that are no longer generated", () =>
  withWorkshop(async ({ source, run, out }) => {
    await run();
    const old = new Date("2024-01-01T00:00:00Z");
    await Deno.utime(join(out, "one/hosts.txt"), old, old);
    await Deno.utime(join(out, "two/hosts.txt"), old, old);
    await source("b.txt", `${B}new.example.org\n`);
    const { changed } = await run();
    assertEquals((await Deno.stat(join(out, "one/hosts.txt"))).mtime, old);
    assertEquals((await Deno.stat(join(out, "two/hosts.txt"))).mtime! > old, true);
    assertEquals(changed.some((path) => path.startsWith("one/")), false);
    assertEquals(changed.includes("two/hosts.txt"), true);
    const lists = [{ name: "two", title: "Two", description: "A and B", sources: ["a", "b"] }];
    await run({}, { lists });
    assertEquals([...(await filesBelow(out)).keys()].some((path) => path.startsWith("one/")), false);
    assertEquals((await loadManifest(out)).files.length, LIST_FORMATS.length);
  }));

Deno.test("build() stops if a list shrinks by more than a fifth, unless it is forced", () =>
  withWorkshop(async ({ source, run, out, read }) => {
    const names = Array.from({ length: 10 }, (_, index) => `ad${index}.example.com\n`);
    await source("a.txt", names.join(""));
    await run({}, ONLY_A);
    await source("a.txt", names.slice(0, 8).join(""));
    assertEquals((await run({}, ONLY_A)).stopReason, undefined);
    const before = await filesBelow(out);
    await source("a.txt", names.slice(0, 6).join(""));
    const { stopReason } = await run({}, ONLY_A);
    assertEquals(stopReason, "list one would shrink from 8 to 6 entries, use --force to write it anyway");
    assertEquals(await filesBelow(out), before);
    assertEquals((await run({ force: true }, ONLY_A)).stopReason, undefined);
    assertEquals(entriesOf(await read("one/domains.txt")).length, 6);
  }));

Deno.test("build() throws on a missing source without a copy, and writes nothing", () =>
  withWorkshop(async ({ run, out }) => {
    const sources = [
      { id: "a", title: "A", from: "a.txt", license: "MIT" },
      { id: "b", title: "B", from: "missing.txt", license: "MIT" },
    ];
    await assertRejects(() => run({}, { sources }), Error, 'Cannot read the source "b" from missing.txt');
    assertEquals(await filesBelow(out), new Map());
  }));

Deno.test("build() throws if a file cannot be flushed to the disk, and leaves the old lists whole", () =>
  withWorkshop(async ({ source, run, out }) => {
    await run();
    const before = await filesBelow(out);
    await source("b.txt", `${B}new.example.org\n`);
    const { sync } = Deno.FsFile.prototype;
    let count = 0;
    try {
      // The copies of the two sources, each with its validators, and the first files of a list reach the disk.
      Deno.FsFile.prototype.sync = function () {
        return ++count > 8 ? Promise.reject(new Error("Input/output error")) : sync.call(this);
      };
      await assertRejects(() => run(), Error, "Input/output error");
    } finally {
      Deno.FsFile.prototype.sync = sync;
    }
    assertEquals(await filesBelow(out), before);
    await assertRejects(() => Deno.stat(join(out, ".new")), Deno.errors.NotFound);
    assertEquals((await run()).changed.includes("two/hosts.txt"), true);
  }));

Deno.test("build() does not overwrite a damaged manifest, unless it is forced", () =>
  withWorkshop(async ({ run, read, out }) => {
    await run({}, ONLY_A);
    await Deno.writeTextFile(join(out, "manifest.json"), "{");
    await assertRejects(() => run({}, ONLY_A), TypeError, "deno task blocklist --force writes a new one");
    assertEquals(await read("manifest.json"), "{");
    await run({ force: true }, ONLY_A);
    assertEquals((await loadManifest(out)).files.length, LIST_FORMATS.length);
  }));
