import { assertEquals } from "@std/assert";
import { mergeReleases, parseSavedReleases, recordPages } from "@/lib/launcher/github/saved_releases.ts";
import { makeSaved } from "./fixtures.ts";

Deno.test("parseSavedReleases() returns of another repository only its days, and keeps those of the saved one", () => {
  const text = JSON.stringify(makeSaved({ repository: "O/Old", signatures: { a: "b" }, history: [day(9, 1)] }));
  const other = parseSavedReleases(text, "o/new");
  assertEquals([other.pages, other.history, other.others], [[], [], { "o/old": [day(9, 1)] }]);
  const back = parseSavedReleases(JSON.stringify(other), "o/OLD");
  assertEquals([back.history, back.others], [[day(9, 1)], { "o/new": [] }]);
  // GitHub's names ignore case.
  assertEquals(parseSavedReleases(text, "o/old").signatures, { a: "b" });
});

Deno.test("recordPages() adds the total of the day and keeps days, signatures and other repositories", () => {
  const previous = makeSaved({ history: [day(9, 1)], signatures: { a: "b" }, others: { "o/x": [day(8, 2)] } });
  const { repository, checkedAt } = previous;
  const loaded = { repository, checkedAt, pages: [] };
  assertEquals(recordPages(previous, { ...loaded, total: 5 }), {
    ...previous,
    pages: [],
    history: [day(9, 1), day(10, 5)],
  });
  assertEquals(recordPages(undefined, { ...loaded, total: 5 }), {
    ...loaded,
    history: [day(10, 5)],
    signatures: {},
    others: {},
  });
});

Deno.test("mergeReleases() prefers the saved total of an earlier day and the current total of today", () => {
  const saved = makeSaved({ history: [day(8, 1), day(9, 4), day(10, 5)] });
  const current = makeSaved({ history: [day(7, 0), day(9, 2), day(10, 6)], signatures: { a: "b" } });
  assertEquals(mergeReleases(saved, current), { ...current, history: [day(7, 0), day(8, 1), day(9, 4), day(10, 6)] });
  assertEquals(mergeReleases(saved, undefined), saved);
});

function day(number: number, total: number) {
  return { date: `2026-05-${String(number).padStart(2, "0")}`, total };
}
