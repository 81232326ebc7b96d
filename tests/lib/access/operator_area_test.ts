import { assertEquals } from "@std/assert";
import { checkToken } from "@/lib/access/operator_area.ts";

Deno.test("checkToken() accepts the token and rejects any other", async () => {
  assertEquals(await checkToken("Bearer right-token", "right-token"), true);
  assertEquals(await checkToken("bearer  right-token ", "right-token"), true);
  for (const header of ["Bearer wrong", "Bearer right-toke", "Bearer right-token1", "Bearer RIGHT-TOKEN"]) {
    assertEquals(await checkToken(header, "right-token"), false, header);
  }
});

Deno.test("checkToken() returns undefined for a header without a bearer token", async () => {
  for (const header of [null, "", "right-token", "Bearer", "Bearer ", "Basic right-token", "Bearer right-token x"]) {
    assertEquals(await checkToken(header, "right-token"), undefined, `${header}`);
  }
});
