import { assert, assertEquals, assertThrows } from "@std/assert";
import { remember } from "@/lib/launcher/rendered.ts";
import { makeQuestion } from "./fixtures.ts";

Deno.test("remember() works an answer out once for each query", () => {
  const asked: string[] = [];
  const answers = remember((url) => ({ body: url.search, etag: `"${asked.push(url.search)}"` }));
  const bodies = ["?a=1", "?a=2", "", "?a=1", "", "?a=2"].map((query) => answers(makeQuestion(query)).body);
  assertEquals(bodies, ["?a=1", "?a=2", "", "?a=1", "", "?a=2"]);
  assertEquals(asked, ["?a=1", "?a=2", ""]);
});

Deno.test("remember() answers any number of queries, and keeps no fault", () => {
  let count = 0;
  const answers = remember((url) => {
    if (count++ === 0) throw new Error("first");
    return { body: url.search, etag: `"x"` };
  });
  assertThrows(() => answers(makeQuestion("?n=0")), Error, "first");
  for (let n = 0; n < 1000; n++) assertEquals(answers(makeQuestion(`?n=${n}`)).body, `?n=${n}`);
  assert(count === 1001);
});
