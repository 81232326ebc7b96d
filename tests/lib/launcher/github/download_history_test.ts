import { assertEquals } from "@std/assert";
import { type DayTotal, recordTotal, toDaily } from "@/lib/launcher/github/download_history.ts";

Deno.test("recordTotal() stores the last total of each day, for a year", () => {
  let history: readonly DayTotal[] = [];
  for (let day = 0; day < 500; day++) {
    const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
    history = recordTotal(history, { date, total: day * 10 });
    history = recordTotal(history, { date, total: day * 10 + 5 });
  }
  assertEquals(history.length, 366);
  assertEquals(history.at(-1), { date: "2027-05-15", total: 4995 });
  assertEquals(toDaily(history).length, 365);
  assertEquals(toDaily(history).every(({ downloads }) => downloads === 10), true);
});

Deno.test("recordTotal() never removes a day if the clock goes back, and stores the last total of each day still", () => {
  const history = [15, 16, 17].map((day) => ({ date: `2026-11-${day}`, total: day * 10 }));
  const [first, second, third] = history;
  // As after a clock that was ahead: the days up to the one in the future are still to come.
  const later = { date: "2026-11-16", total: 175 };
  assertEquals(recordTotal(history, later), [first, later, third]);
  const early = { date: "2026-01-01", total: 175 };
  assertEquals(recordTotal(history, early), [early, first, second, third]);
});

Deno.test("toDaily() returns no negative day after a release was deleted", () => {
  const history = [50, 30, 35].map((total, i) => ({ date: `2026-01-0${i + 1}`, total }));
  assertEquals(toDaily(history).map(({ downloads }) => downloads), [0, 5]);
});
