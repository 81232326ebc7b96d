import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { startApp } from "@/tests/app.ts";

const call = await startApp({ RATE_LIMIT: "off" });

const WORD = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.stringMatching(/^[0-9.+TZ:-]{1,25}$/),
  fc.constantFrom("7.5.0", "stable", "beta", "3", "2026-01-31", "__proto__", "../..", "%", "\0"),
);

Deno.test("GET /api/v5/{app_name}/launcher/… returns 200 or 400 for any query", async () => {
  const name = fc.constantFrom("version", "channel", "limit", "since", "other");
  const query = fc.array(fc.tuple(name, WORD), { maxLength: 3 }).map((pairs) => new URLSearchParams(pairs));
  await fc.assert(fc.asyncProperty(fc.constantFrom("updates", "news"), query, async (path, parameters) => {
    const status = await request(`/api/v5/app/launcher/${path}?${parameters}`);
    assert(status === 200 || status === 400, `${status}`);
  }));
});

Deno.test("GET /api/v5/{app_name}/version/… returns 200 or 404 for any path segment", async () => {
  const segment = WORD.map(encodeURIComponent).filter((text) => text !== "" && !/^\.+$/.test(text));
  const path = fc.constantFrom("version/app", "version/tier");
  await fc.assert(fc.asyncProperty(path, segment, segment, async (folder, last, app) => {
    const status = await request(`/api/v5/app/${folder}/${last}`);
    assert(status === 200 || status === 404, `${status}`);
    assertEquals(await request(`/api/v5/${app}x/${folder}/2`), 404);
  }));
});

async function request(path: string): Promise<number> {
  const response = await call(path);
  const answer = await response.json();
  assertEquals([answer.status, answer.success], [response.status, response.ok]);
  return response.status;
}
