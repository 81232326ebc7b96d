import { assertEquals } from "@std/assert";
import { toPlainText } from "@/lib/photos/html_text.ts";

Deno.test("toPlainText() returns what a browser displays, in one line", () => {
  const cases = {
    '<a href="//commons.wikimedia.org/wiki/User:Foo" title="User:Foo">Foo</a>': "Foo",
    "<b>A</b>lice &amp; B&ouml;b &#8211; &#x263a;": "Alice & B&ouml;b – ☺",
    "Alice<br>Bob<div>Carol</div>": "Alice Bob Carol",
    'Unknown author<span style="display: none;">Unknown <i>author</i></span>!': "Unknown author!",
    "<style>.a{color:red}</style>Alice<!-- <b>Eve</b> --> <script>alert(1)</script>": "Alice",
    "  two\n\n lines\tand\u00a0more ": "two lines and more",
    "plain < text > 3": "plain < text > 3",
    "<img src=x onerror=alert(1)>Alice": "Alice",
    "": "",
  };
  for (const [html, text] of Object.entries(cases)) assertEquals(toPlainText(html), text);
});

Deno.test("toPlainText() removes characters that change the text around them", () => {
  assertEquals(toPlainText("a\u202eb\u200bc\0d&#x202e;e&#0;f\ud800g"), "abcdefg");
});

Deno.test("toPlainText() reads text that only looks like HTML once", () => {
  assertEquals(toPlainText("&lt;script&gt;alert(1)&lt;/script&gt;"), "<script>alert(1)</script>");
  assertEquals(toPlainText("<".repeat(100_000)).length, 100_000);
});
