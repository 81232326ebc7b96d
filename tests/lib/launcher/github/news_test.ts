import { assertEquals } from "@std/assert";
import { toNewsItem } from "@/lib/launcher/github/news.ts";
import type { GithubRelease } from "@/lib/launcher/github/schema.ts";

const RELEASE: GithubRelease = {
  "tag_name": "v7.5.0",
  name: null,
  draft: false,
  prerelease: false,
  "published_at": "2026-05-01T12:00:00.5+02:00",
  body: "",
  "html_url": "https://github.com/o/r/releases/tag/v7.5.0",
  assets: [],
};

Deno.test("toNewsItem() takes title, first paragraph without Markdown, date and URL from a release", () => {
  const body = "## Changes\r\n\r\n- **Faster** start, see [the notes](https://example.com)\r\n- More";
  const item = {
    id: "v7.5.0",
    title: "Spring",
    summary: "Faster start, see the notes",
    date: "2026-05-01T10:00:00Z",
    url: "https://github.com/o/r/releases/tag/v7.5.0",
    important: false,
  };
  assertEquals(toNewsItem({ ...RELEASE, name: " Spring ", body }), item);
  for (const name of [null, undefined, " "]) {
    assertEquals(toNewsItem({ ...RELEASE, name }), { ...item, title: "v7.5.0", summary: "v7.5.0" });
  }
});

Deno.test("toNewsItem() keeps names, code and URLs in the news as they are", () => {
  const summaries = {
    "Fix crash in load_config() and __init__, see https://x.example/a_b_c":
      "Fix crash in load_config() and __init__, see https://x.example/a_b_c",
    "* **Fix `load_config()`** and ***all* of** `a * b * c`": "Fix load_config() and all of a * b * c",
    "**Full Changelog**: https://x.example/v1*beta*...v2": "Full Changelog: https://x.example/v1*beta*...v2",
    "Finds *.dll and *.exe, 2 * 3 * 4": "Finds *.dll and *.exe, 2 * 3 * 4",
    "Fix a*b*c, 2**3**4 and x*y * *z*.": "Fix a*b*c, 2**3**4 and x*y * z.",
    "(*new*), *a*b* and 新**重点**内容": "(new), a*b and 新重点内容",
    "[`snake_case`](https://x.example/a_b) is *new*": "snake_case is new",
  };
  for (const [body, expected] of Object.entries(summaries)) {
    assertEquals(toNewsItem({ ...RELEASE, body }).summary, expected);
  }
});

Deno.test("toNewsItem() summarizes a paragraph of any length by its start", () => {
  for (const text of ["**a ", "[", "`", "*a*b ", "plain "]) {
    const [short, long] = [2000, 124_000].map((length) => {
      return toNewsItem({ ...RELEASE, body: text.repeat(length / text.length) }).summary;
    });
    assertEquals(short, `${text.repeat(280).slice(0, 280)}…`);
    assertEquals(long, short);
  }
});
