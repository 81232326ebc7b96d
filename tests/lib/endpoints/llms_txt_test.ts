import { assertEquals, assertMatch } from "@std/assert";
import { startApp } from "@/tests/app.ts";
import { ENDPOINTS } from "@/tests/endpoints.ts";

Deno.test("GET /llms.txt lists every endpoint but those of the operator, with the address of an example", async () => {
  await using call = await startApp();
  const response = await call("/llms.txt");
  const text = await response.text();
  assertEquals(response.headers.get("content-type"), "text/plain; charset=utf-8");
  const listed = [...text.matchAll(/^- \[GET(?:, POST)? (\S+)\]\(http:\/\/paw\.example\/\S*\): /gm)].map(([, path]) =>
    path
  );
  const expected = ENDPOINTS.filter(({ group }) => group !== "operator").map(({ path }) => path);
  assertEquals(listed.toSorted(), expected.toSorted());
  assertMatch(text, /^# Pawkit\n\n> /);
  assertMatch(text, /`count`: 1 to 50/);
});
