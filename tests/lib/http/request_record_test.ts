import { assertEquals } from "@std/assert";
import { toRequestRecord } from "@/lib/http/request_record.ts";
import { createContext } from "./context.ts";

Deno.test("toRequestRecord() names only methods that exist, because callers can invent long ones", () => {
  const methodOf = (method: string) =>
    toRequestRecord(createContext(new Request("http://a.example", { method })), 405).method;
  const methods = ["GET", "PUT", "BREW", "X".repeat(60_000)].map(methodOf);
  assertEquals(methods, ["GET", "PUT", "other", "other"]);
});
