import { assertEquals } from "@std/assert";
import { HttpError } from "fresh";

Deno.test("HttpError has a status, a message and a cause", () => {
  const cause = new Error("why");
  const error = new HttpError(404, "gone", { cause });
  assertEquals([error.name, error.status, error.message, error.cause], ["HttpError", 404, "gone", cause]);
});
