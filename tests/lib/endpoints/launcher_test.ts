import { assert, assertEquals } from "@std/assert";
import { LAUNCHER_ENDPOINTS } from "@/lib/endpoints/launcher.ts";

for (const { id, responses } of LAUNCHER_ENDPOINTS) {
  Deno.test(`LAUNCHER_ENDPOINTS has an example of ${id} that matches its schema`, () => {
    const result = responses[0]?.schema?.safeParse(responses[0].example);
    assert(result?.success, result?.error?.message);
  });
}

Deno.test("LAUNCHER_ENDPOINTS states the policy of v5 in every description", () => {
  assertEquals(LAUNCHER_ENDPOINTS.filter(({ description }) => !description?.includes("clear and valid reason")), []);
});
