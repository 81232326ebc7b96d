import { assertEquals } from "@std/assert";
import { parseSections } from "@/lib/page/search/document_sections.ts";

Deno.test("parseSections() returns each heading with the sentences, items and rows below it", () => {
  const markdown = `# A *title* with \`code\`

First sentence
goes on. Second one.

## Lists & [links](x.md#y)

- **one**: an item
  of two lines
- two

1. first

| Name | Use |
|---|---|
| \`a\` | b |

### Empty
`;
  assertEquals(parseSections(markdown), [
    { title: "A *title* with code", level: 1, lines: ["First sentence goes on.", "Second one."] },
    { title: "Lists & links", level: 2, lines: ["one: an item of two lines", "two", "first", "Name · Use", "a · b"] },
    { title: "Empty", level: 3, lines: [] },
  ]);
});

Deno.test("parseSections() leaves out code, comments, pictures and the targets of links", () => {
  const markdown = `# A

\`\`\`sh
# no heading
curl /cat
\`\`\`

<!-- nothing
# nothing -->
![a cat](../static/pictures/cat.webp) Text [link][1].

- item

  \`\`\`
  ## no heading
  \`\`\`

[1]: https://paw.example
`;
  assertEquals(parseSections(markdown), [{ title: "A", level: 1, lines: ["Text link.", "item"] }]);
});

Deno.test("parseSections() returns nothing for a text without headings", () => {
  assertEquals(parseSections(""), []);
  assertEquals(parseSections("Text\n#no heading"), []);
});
