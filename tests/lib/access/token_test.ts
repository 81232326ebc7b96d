import { assertEquals } from "@std/assert";
import { isOperator } from "@/lib/access/token.ts";

Deno.test("isOperator() accepts only the token, and nothing if no token is set", async () => {
  assertEquals(await isOperator("Bearer right-token", "right-token"), true);
  assertEquals(await isOperator("bearer right-token", "right-token"), true);
  for (
    const header of [null, "", "right-token", "Bearer", "Bearer wrong", "Basic right-token", "Bearer right-token x"]
  ) {
    assertEquals(await isOperator(header, "right-token"), false, `${header}`);
  }
  for (const header of [null, "Bearer ", "Bearer undefined"]) assertEquals(await isOperator(header, undefined), false);
});
