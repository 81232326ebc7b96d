import { assertEquals, assertThrows } from "@std/assert";
import { AllowRules } from "@/lib/files/lists/allow_rules.ts";

Deno.test("AllowRules.match() applies an exact rule to the name alone and a wildcard to its subdomains", () => {
  const allow = new AllowRules(["# why", "good.example.com  # note", "", "*.fine.com"]);
  const cases: [string, string | undefined][] = [
    ["good.example.com", "good.example.com"],
    ["a.good.example.com", undefined],
    ["example.com", undefined],
    ["fine.com", undefined],
    ["a.fine.com", "*.fine.com"],
    ["a.b.fine.com", "*.fine.com"],
    ["notfine.com", undefined],
  ];
  for (const [domain, rule] of cases) assertEquals(allow.match(domain), rule, domain);
});

Deno.test("AllowRules.findExceptions() returns the rules for blocked domains and below them", () => {
  const allow = new AllowRules(["z.a.com", "b.com", "*.c.com", "*.x.d.com", "e.com"]);
  const blocked = new Set(["a.com", "c.com", "d.com"]);
  assertEquals(allow.findExceptions((domain) => blocked.has(domain)), ["*.c.com", "*.x.d.com", "z.a.com"]);
});

Deno.test("AllowRules throws on a rule that is not a domain, and names it", () => {
  assertThrows(() => new AllowRules(["co.uk"]), TypeError, '"co.uk"');
});
