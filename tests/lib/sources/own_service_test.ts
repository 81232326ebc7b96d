import { assertEquals } from "@std/assert";
import { extendFilteredBy, FILTERED_BY } from "@/lib/sources/own_service.ts";

const [A, B, C] = ["aaaaaaaa", "bbbbbbbb", "cccccccc"];

function extend(chain: string | undefined, ownId: string): string | undefined {
  return extendFilteredBy(new Request("http://a.example", { headers: chain ? { [FILTERED_BY]: chain } : {} }), ownId);
}

Deno.test("extendFilteredBy() ends a loop among the instances of a fleet where it began", () => {
  let chain: string | undefined;
  for (const id of [A, B, C]) chain = extend(chain, id);
  assertEquals(chain, "aaaaaaaa, bbbbbbbb, cccccccc");
  for (const id of [A, B, C]) assertEquals(extend(chain, id), undefined);
});

Deno.test("extendFilteredBy() returns undefined for a chain that is too long or not from a filter", () => {
  assertEquals(extend(Array(16).fill(A).join(", "), B)?.split(", ").length, 17);
  for (const chain of [Array(17).fill(A).join(", "), "1.1 pawkit", "\u00e4", `${A},${B}`, `${A}, `]) {
    assertEquals(extend(chain, C), undefined, chain);
  }
});

Deno.test("extendFilteredBy() does not mind any via", () => {
  const req = new Request("http://a.example", { headers: { via: "1.1 pawkit" } });
  assertEquals(extendFilteredBy(req, A), A);
});
