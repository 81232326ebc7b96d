import { assert, assertEquals } from "@std/assert";
import { LAUNCHER_ENDPOINTS } from "@/lib/endpoints/launcher.ts";

for (const { id, responses } of LAUNCHER_ENDPOINTS) {
  Deno.test(`LAUNCHER_ENDPOINTS has an example of ${id} that matches its schema`, () => {
    const { type, schema, example } = responses[0]!;
    if (type === "image/svg+xml") return;
    if (type !== "application/json") return void assert(example);
    const result = schema?.safeParse(example);
    assert(result?.success, result?.error?.message);
  });
}

Deno.test("LAUNCHER_ENDPOINTS states the policy of v5 in every description", () => {
  assertEquals(LAUNCHER_ENDPOINTS.filter(({ description }) => !description?.includes("clear and valid reason")), []);
});
