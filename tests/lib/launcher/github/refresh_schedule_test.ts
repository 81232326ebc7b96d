import { assertEquals } from "@std/assert";
import { REFRESH_INTERVAL_MS, RefreshSchedule } from "@/lib/launcher/github/refresh_schedule.ts";
import { START } from "./fixtures.ts";

function makeSchedule() {
  const clock = { now: START };
  const delays: number[] = [];
  const events: string[] = [];
  const schedule = new RefreshSchedule({
    now: () => clock.now,
    schedule: (delayMs, run) => {
      delays.push(delayMs);
      run();
      return () => events.push("cancelled");
    },
    refresh: () => events.push("refreshed"),
  });
  return { schedule, clock, delays, events };
}

Deno.test("RefreshSchedule waits twice as long after each error, up to 15 minutes, and starts again after a success", () => {
  const { schedule, delays } = makeSchedule();
  for (let i = 0; i < 7; i++) schedule.fail(undefined);
  schedule.succeed();
  schedule.fail(undefined);
  assertEquals(delays.map((each) => each / 1000), [30, 60, 120, 240, 480, 900, 900, 900, 30]);
});

Deno.test("RefreshSchedule waits as long as GitHub requests, at least a second and at most an hour", () => {
  const { schedule, delays } = makeSchedule();
  for (const requestedMs of [7000, 0, 999_999_999]) schedule.fail(requestedMs);
  assertEquals(delays, [7000, 1000, 3_600_000]);
});

Deno.test("RefreshSchedule continues with releases that are fresh, and not with old ones or those from the future", () => {
  const { schedule, delays } = makeSchedule();
  const ages = [0, REFRESH_INTERVAL_MS - 5000, REFRESH_INTERVAL_MS, -1, Infinity];
  assertEquals(ages.map((age) => schedule.continueFrom(START - age)), [true, true, false, false, false]);
  assertEquals(delays, [REFRESH_INTERVAL_MS, 5000]);
});

Deno.test("RefreshSchedule.retryAfterSeconds is the rest of the wait in whole seconds, at least 1", () => {
  const { schedule, clock } = makeSchedule();
  assertEquals(schedule.retryAfterSeconds, 1);
  schedule.fail(undefined);
  // The last one: the clock was set back by two days.
  const seconds = [0, 100, 29_500, 30_000, 60_000, -172_800_000].map((passedMs) => {
    clock.now = START + passedMs;
    return schedule.retryAfterSeconds;
  });
  assertEquals(seconds, [30, 30, 1, 1, 1, 30]);
});

Deno.test("RefreshSchedule.close() cancels the next refresh and schedules no other", () => {
  const { schedule, delays, events } = makeSchedule();
  schedule.succeed();
  schedule.close();
  schedule.succeed();
  schedule.fail(undefined);
  assertEquals([delays, events], [[REFRESH_INTERVAL_MS], ["refreshed", "cancelled"]]);
});
