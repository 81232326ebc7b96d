import { assertEquals } from "@std/assert";
import { createProgress, type Progress, toBar } from "@/lib/process/progress.ts";

function record(columns: number | undefined): { progress: Progress; written: string[] } {
  const written: string[] = [];
  return { progress: createProgress((text) => written.push(text), columns), written };
}

Deno.test("createProgress() overwrites one line of a terminal and never fills it", () => {
  const { progress, written } = record(10);
  progress.step("reading a");
  progress.update("reading a: 123456 names");
  progress.clear();
  assertEquals(written, ["\r\x1b[2Kreading a", "\r\x1b[2Kreading a", "\r\x1b[2K"]);
});

Deno.test("createProgress() writes one line per step and nothing else without a terminal", () => {
  const { progress, written } = record(undefined);
  progress.step("reading a");
  progress.update("reading a: 5 names");
  progress.step("writing 2 lists");
  progress.clear();
  assertEquals(written, ["reading a\n", "writing 2 lists\n"]);
});

Deno.test("toBar() fills in proportion and never more than the bar", () => {
  assertEquals(toBar(0, 500), "[--------------------] 0/500");
  assertEquals(toBar(200, 500), "[########------------] 200/500");
  assertEquals(toBar(9, 3), "[####################] 9/3");
});
