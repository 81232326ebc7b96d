import { assertEquals } from "@std/assert";
import { type Job, sizeOf } from "@/lib/workers/job.ts";

Deno.test("sizeOf() counts the file or the documents of a job", () => {
  const drawing = { width: 8, format: "png" } as const;
  assertEquals(sizeOf({ ...drawing, svg: "<svg>" }), 5);
  assertEquals(sizeOf({ ...drawing, svg: ["<svg>", "<svg/>"] }), 11);
  assertEquals(sizeOf({ source: new Uint8Array(7), plan: {} } as Job), 7);
  assertEquals(sizeOf({ source: { ...drawing, svg: ["<svg>"] }, plan: {} } as unknown as Job), 5);
});
