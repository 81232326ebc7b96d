import { assertEquals } from "@std/assert";
import { SharedClock } from "@/lib/access/shared_clock.ts";

Deno.test("SharedClock follows the clock of the store, but not the delay of its replies", () => {
  let uptime = 5_000;
  const clock = new SharedClock(() => uptime);
  assertEquals(clock.at(uptime), 0);
  clock.follow(1_000_000);
  assertEquals(clock.at(uptime), 1_000_000);
  for (const now of [999_000, 1_001_000]) {
    clock.follow(now);
    assertEquals(clock.at(uptime), 1_000_000, `${now}`);
  }
  clock.follow(1_001_001);
  uptime += 500;
  assertEquals(clock.at(uptime), 1_001_501);
  clock.follow(70_000);
  assertEquals(clock.at(uptime), 70_000);
});
