import { assertEquals } from "@std/assert";
import { isSameToken, readToken } from "@/lib/access/operator_area.ts";

function readFrom(authorization: string): string | undefined {
  return readToken(new Request("http://paw.example/", { headers: { authorization } }));
}

Deno.test("readToken() returns the bearer token, or undefined if there is none", () => {
  assertEquals([readFrom("Bearer a-token"), readFrom("bearer  a-token ")], ["a-token", "a-token"]);
  for (const header of ["", "a-token", "Bearer", "Bearer ", "Basic a-token", "Bearer a-token x"]) {
    assertEquals(readFrom(header), undefined, header);
  }
  assertEquals(readToken(new Request("http://paw.example/")), undefined);
});

Deno.test("isSameToken() accepts the token and rejects any other", async () => {
  assertEquals(await isSameToken("right-token", "right-token"), true);
  for (const token of ["wrong", "right-toke", "right-token1", "RIGHT-TOKEN"]) {
    assertEquals(await isSameToken(token, "right-token"), false, token);
  }
});
