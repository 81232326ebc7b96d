import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { toSnippet } from "@/static/languages.js";
import { LANGUAGES, quoteForShell, toCurl, toNamedAlt } from "@/static/snippets.js";
import { ORIGIN, REQUESTS } from "./snippet_requests.ts";

Deno.test("toSnippet() shows a picture in the terminal where there is an address for that", () => {
  const request = { url: `${ORIGIN}/cat/Ada.png`, terminalUrl: `${ORIGIN}/cat/Ada`, returns: "image" } as const;
  assertEquals(toSnippet("curl", request), `curl ${ORIGIN}/cat/Ada`);
  assertEquals(toSnippet("HTML", request), `<img src="${ORIGIN}/cat/Ada.png" alt="">`);
});

Deno.test("toSnippet() writes one line for the common cases", () => {
  const { animal, text } = REQUESTS;
  assertEquals(toSnippet("curl", text!), `curl '${ORIGIN}/api/v2/random/kaomoji/cat?format=text'`);
  assertEquals(
    toSnippet("HTML", { ...animal!, alt: "a cat" }),
    `<img src="${ORIGIN}/api/v2/random/animal/cat?format=image" alt="a cat">`,
  );
  assertEquals(
    toSnippet("Markdown", { ...animal!, alt: "a [cat]" }),
    `![a \\[cat\\]](${ORIGIN}/api/v2/random/animal/cat?format=image)`,
  );
});

Deno.test("toSnippet() writes a discord.js command that adds the attachment to the other parameters", () => {
  const url = `${ORIGIN}/api/v2/filter/blur?strength=8`;
  const code = toSnippet("discord.js", { url, returns: "image", upload: "a.jpg", file: "a-blur.jpg" });
  assertStringIncludes(code, `${url}&image=\${image}`);
});

Deno.test("toSnippet() writes Markdown with a URL for a file, because Markdown cannot send one", () => {
  const url = `${ORIGIN}/api/v2/filter/blur?strength=8`;
  const code = toSnippet("Markdown", { url, returns: "image", upload: "a b.jpg" });
  assertEquals(code, `![](${url}&image=https://example.com/a%20b.jpg)`);
});

Deno.test("toSnippet() writes a curl command that takes brackets in a file name literally", () => {
  const request = { url: `${ORIGIN}/api/v2/filter/blur`, returns: "image", upload: "a[1].jpg", file: "b.jpg" } as const;
  assertStringIncludes(toSnippet("curl", request), "curl -g -X POST -T 'a[1].jpg' ");
});

Deno.test("toSnippet() writes JavaScript that parses, for the browser and for discord.js", () => {
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  for (const request of Object.values(REQUESTS)) {
    for (const language of ["JavaScript", "discord.js"] as const) new AsyncFunction(toSnippet(language, request));
  }
});

Deno.test("toSnippet() writes HTML whose attributes cannot be left", () => {
  const html = toSnippet("HTML", REQUESTS.animal!);
  assertMatch(html, /^<img src="[^"<]*" alt="[^"<]*">$/);
  for (const language of LANGUAGES) assertStringIncludes(toSnippet(language, REQUESTS.json!), "uptime");
});

Deno.test("toNamedAlt() begins with the name and says nothing about a face but what it shows", () => {
  assertEquals(toNamedAlt("Ada", "a cat, sitting"), "Ada, a cat, sitting");
  assertEquals(toNamedAlt("Ada", "the face of a cat with a crown"), "Ada, a cat with a crown");
  assertEquals(toNamedAlt("", "a cat"), "a cat");
});

Deno.test("toCurl() encodes the apostrophes of an address, so that it needs no quotation marks", () => {
  const url = `${ORIGIN}/cat/O'Hara.png`;
  assertEquals(toCurl({ url, returns: "image", file: "o-hara.png" }), `curl -o o-hara.png ${ORIGIN}/cat/O%27Hara.png`);
  assertEquals(toCurl({ url, returns: "image", terminalUrl: `${ORIGIN}/cat/O'Hara` }), `curl ${ORIGIN}/cat/O%27Hara`);
});

Deno.test("quoteForShell() quotes what a shell would interpret, and nothing else", () => {
  assertEquals(quoteForShell(`${ORIGIN}/api/v1/version`), `${ORIGIN}/api/v1/version`);
  assertEquals(quoteForShell(`${ORIGIN}/?a=1&b=2`), `'${ORIGIN}/?a=1&b=2'`);
  assertEquals(quoteForShell("it's"), `'it'\\''s'`);
});
