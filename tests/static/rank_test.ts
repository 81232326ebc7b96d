import { assert, assertEquals } from "@std/assert";
import { createSearch, type Part } from "@/static/rank.js";
import type { SearchEntry } from "@/lib/page/search/search_index.ts";

const PLACES: readonly SearchEntry[] = [
  { href: "/docs/animals", title: "Animals", label: "Guide", lines: ["A name has an animal.", "It can be an icon."] },
  {
    href: "/docs/animals#animal",
    title: "/{kind}/{name}",
    label: "Animal by name",
    lines: ["Returns the animal of a name", "view: `face` is only the head", "coat: The colour of its fur"],
    values: { kind: ["cat", "fox"], view: ["full", "face"], coat: ["grey", "blue-grey"] },
    words: "avatar user icon",
  },
  { href: "/docs/service#error-rate_limited", title: "rate_limited", label: "Error 429", lines: ["Wait."] },
  { href: "/docs/settings#filters", title: "Filters", label: "For operators: Settings", lines: ["", "icon rate"] },
];

const search = createSearch({ entries: PLACES, synonyms: { kitten: "cat" } });

function toText(parts: readonly Part[]): string {
  return parts.map(({ text, isMarked }) => isMarked ? `[${text}]` : text).join("");
}

/** Returns the rows of what was found. */
function find(text: string): string[] {
  return search(text).hits.map(({ href, title, label, reason }) =>
    [href, ...[title, label, reason].map(toText)].join(" | ")
  );
}

Deno.test("createSearch() shows the pages before anything is typed, and for fillers", () => {
  assertEquals(find(""), ["/docs/animals | Animals | Guide | A name has an animal."]);
  assertEquals(find("what is this"), find(""));
});

Deno.test("createSearch() finds a value, and shows it in the title and in the address", () => {
  assertEquals(find("FOX"), [
    "/docs/animals#animal?kind=fox | /[fox]/{name} | Animal by name | Returns the animal of a name",
  ]);
  assertEquals(find("kitten")[0]?.split(" ")[0], "/docs/animals#animal?kind=cat");
});

Deno.test("createSearch() shows what the value of a parameter means, and prefers the longest value", () => {
  assertEquals(find("face"), [
    "/docs/animals#animal?view=face | /{kind}/{name} | Animal by name | view=[face] · `[face]` is only the head",
  ]);
  assertEquals(find("blue grey")[0]?.split(" | ")[3], "coat=[blue]-[grey] · The colour of its fur");
  assertEquals(find("blue")[0]?.split(" ")[0], "/docs/animals#animal?coat=blue-grey");
});

Deno.test("createSearch() shows the sentence or the other name by which a place was found", () => {
  assertEquals(find("avtar"), [
    "/docs/animals#animal | /{kind}/{name} | Animal by name | Returns the animal of a name · also: [avatar]",
  ]);
  assertEquals(find("icon")[1], "/docs/animals | Animals | Guide | It can be an [icon].");
  assertEquals(find("429"), ["/docs/service#error-rate_limited | rate_limited | Error [429] | Wait."]);
});

Deno.test("createSearch() finds a part of a name, but not of a word in a text", () => {
  assertEquals(find("vatar").length, 1);
  assertEquals(find("turn"), []);
});

Deno.test("createSearch() prefers a place that explains the setting or has the words as they were typed", () => {
  const entries = [
    { href: "/#a", title: "x", label: "", lines: ["First.", "See CLIENT_JOBS"], words: "client or jobs" },
    { href: "/#b", title: "x", label: "", lines: ["First.", "CLIENT_JOBS (4): at once"], words: "client jobs" },
  ];
  const first = (text: string) => createSearch({ entries, synonyms: {} })(text).hits[0]?.href;
  assertEquals(["client_jobs", "CLIENT_JOBS", "client jobs", "jobs client"].map(first), ["/#b", "/#b", "/#b", "/#a"]);
});

Deno.test("createSearch() joins endpoints with the same parameter or value to the best of them, and counts them", () => {
  const entries = Array.from({ length: 3 }, (_, id) => {
    const values = { wears: ["hat"], size: [] };
    return {
      href: `/#${id}`,
      title: "x",
      label: "Card",
      lines: [`first ${id}`, "wears: Clothes", "size: Pixels"],
      values,
    };
  });
  const find = (text: string, count = 3) => {
    return createSearch({ entries: entries.slice(0, count), synonyms: {} })(text).hits
      .map(({ href, label, reason }) => [href, label, reason].map((each) => Array.isArray(each) ? toText(each) : each));
  };
  assertEquals(find("hat"), [["/#0?wears=hat", "Card · and 2 other endpoints", "wears=[hat] · Clothes"]]);
  assertEquals(find("size"), [["/#0", "Card · and 2 other endpoints", "[size]: Pixels"]]);
  assertEquals(find("size", 2), [["/#0", "Card · and 1 other endpoint", "[size]: Pixels"]]);
  assertEquals(find("x").map(([, label]) => label), ["Card", "Card", "Card"]);
});

Deno.test("createSearch() joins no places that are not endpoints", () => {
  const entries = ["/#a", "/#b"].map((href) => ({ href, title: "x", label: "Guide", lines: ["hat"] }));
  assertEquals(createSearch({ entries, synonyms: {} })("hat").total, 2);
});

Deno.test("createSearch() prefers a guide for a question, and a parameter for its name", () => {
  const entries = [
    { href: "/#card", title: "x", label: "Card", lines: ["First.", "tail: Its end"], values: { tail: [] } },
    { href: "/docs#guide", title: "y", label: "Guide", lines: ["Shorten the tail."] },
  ];
  const first = (text: string) => createSearch({ entries, synonyms: {} })(text).hits[0]?.href;
  assertEquals(["tail", "How do I make a tail?", "what is the tail"].map(first), [
    "/#card",
    "/docs#guide",
    "/docs#guide",
  ]);
});

Deno.test("createSearch() shows the sentence about a parameter rather than an earlier one that mentions it", () => {
  const entries = [{
    href: "/",
    title: "x",
    label: "",
    lines: ["Without size.", "size: Pixels"],
    values: { size: [] },
  }];
  const [hit] = createSearch({ entries, synonyms: {} })("size").hits;
  assertEquals(toText(hit!.reason), "[size]: Pixels");
});

Deno.test("createSearch() finds words that a title separates", () => {
  assertEquals(find("ratelimited").length, 1);
});

Deno.test("createSearch() prefers titles to texts, and whole titles to parts", () => {
  assertEquals(find("rate").map((row) => row.split(" ")[0]), [
    "/docs/service#error-rate_limited",
    "/docs/settings#filters",
  ]);
  assertEquals(find("animals")[0]?.split(" ")[0], "/docs/animals");
});

Deno.test("createSearch() finds places with some of the words only if none has all", () => {
  const { isExact, total } = search("rate zebra");
  assertEquals([isExact, total], [false, 2]);
  assertEquals(search("rate limited"), { ...search("rate limited"), isExact: true, total: 1 });
  assertEquals(search("zebra"), { isExact: false, isNamed: false, total: 0, hits: [] });
});

Deno.test("createSearch() calls nothing by a word that says nothing, which may be a name", () => {
  assertEquals(search("Will").isNamed, false);
});

Deno.test("createSearch() shows at most twelve places and counts all, and cuts long texts around the word", () => {
  const line = `${"before ".repeat(60)}needle${" after".repeat(60)}`;
  const entries = Array.from({ length: 20 }, (_, id) => ({ href: `/#${id}`, title: "x", label: "y", lines: [line] }));
  const { total, hits } = createSearch({ entries, synonyms: {} })("needle");
  assertEquals([total, hits.length], [20, 12]);
  const reason = toText(hits[0]!.reason);
  assert(/^… before .*\[needle\] after.* …$/.test(reason), reason);
  assert(reason.length < 130, reason);
});

Deno.test("createSearch() survives an empty index and entries without text", () => {
  assertEquals(createSearch({ entries: [], synonyms: {} })("cat"), {
    isExact: false,
    isNamed: false,
    total: 0,
    hits: [],
  });
  const empty = createSearch({ entries: [{ href: "/", title: "Home", label: "", lines: [] }], synonyms: {} });
  assertEquals(empty("home").hits.map(({ reason }) => reason), [[]]);
});
