import { assertEquals, assertRejects } from "@std/assert";
import { ifExists } from "@/lib/fs/if_exists.ts";

Deno.test("ifExists() returns the result of the operation, or undefined for a missing file", async () => {
  assertEquals(await ifExists(Promise.resolve("text")), "text");
  assertEquals(await ifExists(Promise.reject(new Deno.errors.NotFound("missing"))), undefined);
});

Deno.test("ifExists() throws every other error", async () => {
  await assertRejects(
    () => ifExists(Promise.reject(new Deno.errors.NotADirectory("a file"))),
    Deno.errors.NotADirectory,
  );
});
