import { assertEquals } from "@std/assert";
import { readHeader } from "@/lib/images/probe.ts";
import { ATTACKS } from "./attacks.ts";
import { createPngBomb, createWebpBomb } from "./bombs.ts";
import { toReply } from "./name_server.ts";

Deno.test("ATTACKS repeat every finding of the reviews that concerns other callers", () => {
  const findings = new Set(Object.values(ATTACKS).map(({ finding }) => finding));
  const first = ["H1", "H2", "H3", "H4", "M1", "M2", "M3", "M4", "M5"];
  const second = ["2-H1", "2-H2", "2-H3", "2-H4", "2-M1", "2-M2", "2-M3"];
  const third = ["3-H1", "3-H2", "3-M1", "3-M2", "3-M3"];
  assertEquals([...findings].sort(), [...second, ...third, ...first, "new"]);
});

Deno.test("createPngBomb() and createWebpBomb() have 25 megapixels in a few kilobytes", () => {
  for (const url of [createPngBomb(5000, 5000), createWebpBomb()]) {
    const bytes = Uint8Array.fromBase64(url.slice(url.indexOf(",") + 1));
    const { width, height } = readHeader(bytes);
    assertEquals([width, height, bytes.length < 5000], [5000, 5000, true]);
  }
});

Deno.test("toReply() knows two names, denies others, and is silent below silent.test", () => {
  // Query 7 with one question: pictures.test, type A, class IN.
  const toQuery = (name: string) => {
    const labels = name.split(".").flatMap((label) => [label.length, ...new TextEncoder().encode(label)]);
    return Uint8Array.from([0, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...labels, 0, 0, 1, 0, 1]);
  };
  assertEquals([...toReply(toQuery("pictures.test"))!.slice(-4)], [127, 0, 0, 1]);
  assertEquals(toReply(toQuery("other.test"))![3]! & 15, 3);
  assertEquals(toReply(toQuery("n1.silent.test")), undefined);
});
