import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { startApp } from "@/tests/app.ts";
import { ENDPOINTS } from "@/tests/endpoints.ts";

Deno.test("GET /llms.txt lists every endpoint but those of the operator, with the address of an example", async () => {
  await using call = await startApp({ RATE_LIMIT: "1200" });
  const response = await call("/llms.txt");
  const text = await response.text();
  assertEquals(response.headers.get("content-type"), "text/plain; charset=utf-8");
  const listed = [...text.matchAll(/^- \[GET(?:, POST)? (\S+)\]\(\/\S*\): /gm)].map(([, path]) => path);
  const expected = ENDPOINTS.filter(({ group }) => group !== "operator").map(({ path }) => path);
  assertEquals(listed.toSorted(), expected.toSorted());
  assertMatch(text, /^# Pawkit\n\n> /);
  assertMatch(text, /`count`: 1 to 50/);
  assertMatch(text, /`strength`: `blur`: 1 to /);
  assertMatch(text, /1200 points a minute: a request costs 1, a new picture 6 or more/);
});

Deno.test("GET /llms.txt has absolute links with BASE_URL", async () => {
  await using call = await startApp({ BASE_URL: "https://paw.test" });
  const text = await (await call("/llms.txt")).text();
  const targets = [...text.matchAll(/^- \[GET[^\]]*\]\(([^)]*)\)/gm)].map(([, target]) => target!);
  assertEquals(targets.filter((target) => !target.startsWith("https://paw.test/")), []);
});

Deno.test("GET /llms.txt names no address but that of BASE_URL, and describes the traits of animals once", async () => {
  await using call = await startApp();
  const text = await (await call("/llms.txt")).text();
  assertEquals([text.includes("localhost"), text.includes("relative to the address of this file")], [false, true]);
  for (const name of ["coat", "fit"]) assertEquals(text.split(`\`${name}\`: `).length, 2, name);
  await using named = await startApp({ BASE_URL: "https://paw.test" });
  assertStringIncludes(await (await named("/llms.txt")).text(), "relative to https://paw.test");
});
