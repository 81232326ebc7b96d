import type { NewsItem } from "@/lib/launcher/document.ts";
import { toIsoTime } from "@/lib/launcher/fields.ts";
import type { GithubRelease } from "@/lib/launcher/github/schema.ts";
import { shorten } from "@/lib/text/shorten.ts";

/** The longest summary made from release notes. */
const MAX_SUMMARY_CHARACTERS = 280;

/** How much of a paragraph is read for it, with Markdown and addresses of links: the whole could take seconds. */
const MAX_READ_CHARACTERS = 4 * MAX_SUMMARY_CHARACTERS;

/** Makes a news entry from the title and the notes of a release. */
export function toNewsItem(release: GithubRelease): NewsItem {
  const title = release.name?.trim() || release.tag_name;
  return {
    id: release.tag_name,
    title,
    summary: toSummary(release.body) || title,
    date: toIsoTime(release.published_at),
    url: release.html_url,
    important: false,
  };
}

// The first paragraph that is not a heading, without its Markdown.
function toSummary(notes: string): string {
  const paragraph = notes.split(/\r?\n/).find((line) => /^[^#<|\s]/.test(line)) ?? "";
  const start = shorten(paragraph, MAX_READ_CHARACTERS);
  const text = start.replace(/^[-*+>]\s+/, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return shorten(removeMarks(text).trim(), MAX_SUMMARY_CHARACTERS);
}

/**
 * Code, a URL, or emphasis by asterisks. Underscores, and asterisks inside a word, stay: more often than emphasis, they
 * are part of a name or a formula. A word is ASCII here, because some languages write no blanks between words.
 */
const MARKED = /`([^`]+)`|https?:\/\/[^\s)]+|(?<![\w*])(\*{1,3})(?=\S)(.*?[^\s*])\2(?!\w)/g;

function removeMarks(text: string): string {
  return text.replace(MARKED, (whole, code?: string, _mark?: string, emphasized?: string) => {
    return code ?? (emphasized === undefined ? whole : removeMarks(emphasized));
  });
}
