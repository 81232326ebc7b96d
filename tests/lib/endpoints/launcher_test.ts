import { assert, assertEquals } from "@std/assert";
import { LAUNCHER_ENDPOINTS, nameApplication } from "@/lib/endpoints/launcher.ts";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";

for (const { id, answers } of LAUNCHER_ENDPOINTS) {
  Deno.test(`LAUNCHER_ENDPOINTS shows an answer of ${id} that its schema takes`, () => {
    const result = answers[0]?.schema?.safeParse(answers[0].example);
    assert(result?.success, result?.error?.message);
  });
}

Deno.test("LAUNCHER_ENDPOINTS states the policy at every endpoint", () => {
  assertEquals(LAUNCHER_ENDPOINTS.filter(({ description }) => !description?.includes("clear and valid reason")), []);
});

Deno.test("nameApplication() puts the operator's name into examples and allowed values of v5 alone", () => {
  const other = { path: "/api", parameters: [], example: "/api" } as unknown as Endpoint;
  const [tier, same] = nameApplication([...LAUNCHER_ENDPOINTS.slice(-1), other], "stella-mod");
  assertEquals(tier?.example, "/api/v5/stella-mod/version/tier/2");
  assertEquals(tier?.parameters[0]?.allowed, ["stella-mod"]);
  assertEquals(same, other);
});
