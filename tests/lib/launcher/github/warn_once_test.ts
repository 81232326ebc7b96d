import { assertEquals } from "@std/assert";
import { WarnOnce } from "@/lib/launcher/github/warn_once.ts";

Deno.test("WarnOnce warns about a key again after it was forgotten", () => {
  const messages: string[] = [];
  const warnings = new WarnOnce((message) => messages.push(message));
  const warn = () => warnings.about(["a", "b"], (keys) => keys.join());
  warn();
  warn();
  warnings.forget("b");
  warn();
  assertEquals(messages, ["a,b", "b"]);
});
