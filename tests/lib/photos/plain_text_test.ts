import { assertEquals } from "@std/assert";
import { toPlainText } from "@/lib/photos/plain_text.ts";

Deno.test("toPlainText() returns what a browser displays, in one line", () => {
  const cases = {
    '<a href="//commons.wikimedia.org/wiki/User:Foo" title="User:Foo">Foo</a>': "Foo",
    "<b>A</b>lice &amp; B&ouml;b &#8211; &#x263a;": "Alice & Böb – ☺",
    "Alice<br>Bob<div>Carol</div>": "Alice Bob Carol",
    'Unknown author<span style="display: none;">Unknown <i>author</i></span>!': "Unknown author!",
    "<style>.a{color:red}</style>Alice<!-- <b>Eve</b> --> <script>alert(1)</script>": "Alice",
    "  two\n\n lines\tand\u00a0more ": "two lines and more",
    "plain < text > 3": "plain < text > 3",
    "<img src=x onerror=alert(1)>Alice": "Alice",
    // HTML allows to omit the end tags of list items and paragraphs.
    '<div style="display:none"><ul><li>x</ul></div>Alice': "Alice",
    '<p style=display:none>Eve<p>Alice<ul><li class="fn">Bob<li><bdi>Carol</bdi></ul>': "Alice Bob Carol",
    "": "",
    // Characters that change the text around them.
    "a\u202eb\u200bc\0d&#x202e;e\ud800f": "abcdef",
    // Text that only looks like HTML is read once.
    "&lt;script&gt;alert(1)&lt;/script&gt;": "<script>alert(1)</script>",
  };
  for (const [html, text] of Object.entries(cases)) assertEquals(toPlainText(html), text);
});

Deno.test("toPlainText() returns at most 300 characters, however long and nested the HTML is", () => {
  assertEquals(toPlainText("<".repeat(100_000)), "<".repeat(300));
  assertEquals(toPlainText("<b>".repeat(100_000)), "");
});
