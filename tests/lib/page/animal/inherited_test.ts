import { assertEquals } from "@std/assert";
import { describeInherited } from "@/lib/page/animal/inherited.ts";

const ADA = { name: "Ada", traits: { coat: "grey", pattern: "plain", mood: "happy", wears: "crown" } };
const GRACE = { name: "Grace", traits: { coat: "ginger", pattern: "tabby", mood: "happy", wears: "nothing" } };

Deno.test("describeInherited() names what a child has of only one of its parents", () => {
  const child = { coat: "ginger", pattern: "plain", mood: "happy", wears: "crown" };
  assertEquals(describeInherited(child, [ADA, GRACE]), "Ada's pattern and accessory, Grace's coat");
});

Deno.test("describeInherited() says nothing about photographs, and about what both or none have", () => {
  assertEquals(describeInherited({ mood: "happy", wears: "nothing", coat: "white" }, [ADA, GRACE]), "");
  assertEquals(describeInherited(undefined, [{ name: "Ada" }, { name: "Grace" }]), "");
});
