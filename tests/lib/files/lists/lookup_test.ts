import { assertEquals, assertRejects } from "@std/assert";
import { LIST_FORMATS } from "@/lib/files/lists/formats.ts";
import { ListLookup } from "@/lib/files/lists/lookup.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { withWorkshop, type Workshop } from "@/tests/lib/blocklist/fixture.ts";

const filesWith = (content: string) => LIST_FORMATS.filter((each) => each.content === content).map(({ file }) => file);
const [EXACT, WILDCARD] = [filesWith("exact"), filesWith("wildcard")];

async function withLists(use: (lookup: ListLookup, workshop: Workshop) => Promise<void>): Promise<void> {
  await withWorkshop(async (workshop) => {
    await workshop.source("a.txt", "tracker.net\nads.example.com\nx.tracker.net\nopen.org\n");
    await workshop.source("b.txt", "ads.example.com\nonly-b.com\n");
    await workshop.source("allow.txt", "good.tracker.net\nopen.org\n*.below.tracker.net\n");
    await workshop.run();
    await use(new ListLookup(workshop.out), workshop);
  });
}

async function pathsOf(lookup: ListLookup, domain: string, path = ""): Promise<string[]> {
  return (await lookup.explain(domain, path)).lists.map((list) => `${list.path} ${list.entry}`).sort();
}

Deno.test("ListLookup.explain() returns lists, entries and sources of a domain", () =>
  withLists(async (lookup) => {
    const { blocked, lists, sources } = await lookup.explain("ads.example.com");
    assertEquals([blocked, lists.length], [true, 2 * (EXACT.length + WILDCARD.length)]);
    assertEquals(new Set(lists.map((list) => list.entry)), new Set(["ads.example.com"]));
    assertEquals(sources, [
      { id: "a", title: "Source A", from: "a.txt", entry: "ads.example.com" },
      { id: "b", title: "Source B", from: "b.txt", entry: "ads.example.com" },
    ]);
    assertEquals((await lookup.explain("only-b.com")).lists.length, EXACT.length + WILDCARD.length);
    assertEquals(await lookup.explain("example.com"), {
      domain: "example.com",
      blocked: false,
      lists: [],
      exceptions: [],
      sources: [],
    });
  }));

Deno.test("ListLookup.explain() finds the entry above a domain if a list blocks subdomains", () =>
  withLists(async (lookup) => {
    for (const domain of ["deep.x.tracker.net", `${"deep.".repeat(13)}x.tracker.net`]) {
      assertEquals(await pathsOf(lookup, domain, "one"), WILDCARD.map((file) => `one/${file} tracker.net`), domain);
    }
    assertEquals(
      await pathsOf(lookup, "x.tracker.net", "one"),
      [
        ...EXACT.map((file) => `one/${file} x.tracker.net`),
        ...WILDCARD.map((file) => `one/${file} tracker.net`),
      ].sort(),
    );
    assertEquals(await pathsOf(lookup, "x.tracker.net", "one/hosts.txt"), ["one/hosts.txt x.tracker.net"]);
  }));

Deno.test("ListLookup.explain() returns the rule that allows a domain", () =>
  withLists(async (lookup) => {
    const open = await lookup.explain("open.org");
    assertEquals([open.blocked, open.allowedBy, open.sources.map(({ id }) => id)], [false, "open.org", ["a"]]);
    for (const domain of ["good.tracker.net", "a.good.tracker.net", "a.below.tracker.net"]) {
      const { lists, allowedBy, exceptions } = await lookup.explain(domain, "one");
      assertEquals(lists, [
        { path: "one/adblock.txt", format: "adblock", entry: "tracker.net", programs: ["Pi-hole"] },
        { path: "one/wildcard.txt", format: "wildcard", entry: "tracker.net" },
      ], domain);
      const entry = domain.includes("good") ? "good.tracker.net" : "below.tracker.net";
      assertEquals(exceptions, [{ path: "one/allow.txt", entry }]);
      assertEquals(allowedBy, domain.includes("good") ? "good.tracker.net" : "*.below.tracker.net");
    }
  }));

Deno.test("ListLookup.explain() returns no rule for a name that is blocked below it, or that it does not concern", () =>
  withWorkshop(async ({ source, run, out }) => {
    await source("a.txt", "tracker.net\nads.good.tracker.net\nopen.org\n");
    await source("allow.txt", "good.tracker.net\nopen.org\n");
    await run();
    const lookup = new ListLookup(out);
    const ruleOf = async (domain: string) => (await lookup.explain(domain)).allowedBy;
    assertEquals(await ruleOf("x.good.tracker.net"), "good.tracker.net");
    assertEquals(await ruleOf("x.ads.good.tracker.net"), undefined, "the closest entry decides");
    assertEquals(await ruleOf("x.open.org"), undefined, "nothing blocks it");
  }));

Deno.test("ListLookup.explain() agrees with the lists themselves on hundreds of names", () =>
  withWorkshop(async ({ source, run, read, out }) => {
    const names = Array.from(
      { length: 600 },
      (_, index) => `h${(index * 7919) % 600}.d${index % 40}.example${index % 7}.com`,
    );
    await source("a.txt", names.join("\n"));
    await source("b.txt", names.filter((_, index) => index % 3 === 0).join("\n"));
    await run();
    const lookup = new ListLookup(out);
    const listed = new Set((await read("one/domains.txt")).split("\n"));
    for (let index = 0; index < 1200; index += 7) {
      const domain = `h${index}.d${index % 40}.example${index % 7}.com`;
      const { lists, sources } = await lookup.explain(domain, "one/domains.txt");
      assertEquals([lists.length, sources.length], listed.has(domain) ? [1, 1] : [0, 0], domain);
    }
    for (const domain of [names.toSorted()[0]!, names.toSorted().at(-1)!]) {
      assertEquals((await lookup.explain(domain)).blocked, true);
    }
  }));

Deno.test("ListLookup.countEntries() counts only the exact content, and detects a new manifest", () =>
  withLists(async (lookup, { out, source, run }) => {
    const { files } = JSON.parse(await Deno.readTextFile(`${out}/manifest.json`));
    const [{ path, sha256, entries }] = files;
    assertEquals(await lookup.countEntries(path, sha256), entries);
    assertEquals(await lookup.countEntries(path, sha256.replace(/./, "g")), undefined);
    assertEquals(await lookup.countEntries("other.txt", sha256), undefined);
    await source("b.txt", "ads.example.com\nonly-b.com\nnew.example.org\n");
    await run();
    assertEquals((await lookup.explain("new.example.org")).blocked, true);
  }));

Deno.test("ListLookup finds nothing in an empty folder", () =>
  withWorkshop(async ({ folder }) => {
    const lookup = new ListLookup(`${folder}/nothing`);
    assertEquals((await lookup.explain("ads.example.com")).blocked, false);
    assertEquals(await lookup.countEntries("a", "b"), undefined);
  }));

Deno.test("ListLookup ignores a manifest of another kind", () =>
  withWorkshop(async ({ folder, source }) => {
    for (const text of ['{"name":"site"}', "not JSON", '{"files":[],"sources":[],"provenance":{"path":"../secret"}}']) {
      await source("manifest.json", text);
      const lookup = new ListLookup(folder);
      assertEquals((await lookup.explain("ads.example.com")).blocked, false);
      assertEquals(await lookup.countEntries("a", "b"), undefined);
    }
  }));

Deno.test("ListLookup.explain() accepts what a list can contain, and throws on everything else", async () => {
  const lookup = new ListLookup("nowhere");
  assertEquals((await lookup.explain("Ads.Example.com.")).domain, "ads.example.com");
  const urls = [
    "https://ads.example.com/x?y#z",
    "ads.example.com/x",
    "ads.example.com:8080",
    "http://a@Ads.Example.com:80",
  ];
  for (const url of [...urls, " ads.example.com\n", "*.ads.example.com/"]) {
    assertEquals((await lookup.explain(url)).domain, "ads.example.com", url);
  }
  for (
    const text of ["https://", "https://1.2.3.4/", "http://[::1]/", "::1", "/ads", "", "com", "co.uk", "1.2.3.4", "a b"]
  ) {
    const error = await assertRejects(() => lookup.explain(text), ApiError, "must be a host name");
    assertEquals([error.code, error.details], ["invalid_parameter", { parameter: "domain", value: text }]);
  }
  const long = `${"a.".repeat(15)}example.com`;
  const error = await assertRejects(() => lookup.explain(long), ApiError, "must have at most 16 labels");
  assertEquals([error.code, error.details], ["invalid_parameter", { parameter: "domain", value: long, max: 16 }]);
});
