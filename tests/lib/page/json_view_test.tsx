import { renderToString } from "preact-render-to-string";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { JsonView } from "@/lib/page/JsonView.tsx";

Deno.test("JsonView renders the indented JSON without changes", () => {
  const value = { text: 'a "quoted": {value}, <b>', list: [1, -2.5e-7, true, null], deep: { empty: {} } };
  const text = renderToString(<JsonView value={value} />).replaceAll(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  assertEquals(text, JSON.stringify(value, null, 2));
});

Deno.test("JsonView marks keys, strings, numbers and keywords", () => {
  const html = renderToString(<JsonView value={{ key: "a: b", count: -1.5, isOn: false }} />);
  for (const part of ['"k">"key"', '"s">"a: b"', '"n">-1.5', '"b">false']) {
    assertStringIncludes(html.replaceAll("&quot;", '"'), part);
  }
});
