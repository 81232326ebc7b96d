import { assertEquals } from "@std/assert";
import { XmlDocument } from "libxml2-wasm";
import { renderBadge } from "@/lib/launcher/badge.ts";

const NAMESPACES = { svg: "http://www.w3.org/2000/svg" };

Deno.test("renderBadge() shows label and value, and has a title for screen readers", () => {
  using document = XmlDocument.fromString(renderBadge("downloads <&>", "12k"));
  const read = (path: string) => document.find(path, NAMESPACES).map(({ content }) => content);
  assertEquals(read("//svg:text"), ["downloads <&>", "12k"]);
  assertEquals([read("//svg:title"), read("/svg:svg/@aria-label")], [["downloads <&>: 12k"], ["downloads <&>: 12k"]]);
});

Deno.test("renderBadge() is as wide as its two parts", () => {
  using document = XmlDocument.fromString(renderBadge("downloads", "1.23M"));
  const numbers = (path: string) => document.find(path, NAMESPACES).map(({ content }) => Number(content));
  const [left = 0, right = 0] = numbers("//svg:g/svg:rect/@width");
  assertEquals(numbers("/svg:svg/@width"), [left + right]);
  assertEquals(numbers("//svg:text/@textLength"), [left - 14, right - 14]);
});
