import { assertEquals } from "@std/assert";
import { setAppName } from "@/lib/endpoints/app_name.ts";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { LAUNCHER_ENDPOINTS } from "@/lib/endpoints/launcher.ts";

Deno.test("setAppName() changes the examples and allowed values of v5 and nothing else", () => {
  const other = { path: "/api", parameters: [], example: "/api" } as unknown as Endpoint;
  const [tier, same] = setAppName([...LAUNCHER_ENDPOINTS.slice(-1), other], "stella-mod");
  assertEquals(tier?.example, "/api/v5/stella-mod/version/tier/2");
  assertEquals(tier?.parameters[0]?.allowed, ["stella-mod"]);
  assertEquals(same, other);
});
