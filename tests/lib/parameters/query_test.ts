import { assertEquals } from "@std/assert";
import { readQuery } from "@/lib/parameters/query.ts";

Deno.test("readQuery() reads behind the first question mark", () => {
  assertEquals(readQuery(new Request("http://a/b?c=d?e&f=%20g")).get("c"), "d?e");
  assertEquals(readQuery(new Request("http://a/b?c=d?e&f=%20g")).get("f"), " g");
  assertEquals([...readQuery(new Request("http://a/b"))], []);
});
