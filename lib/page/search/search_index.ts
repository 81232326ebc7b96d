import { STATUS_TEXT } from "@std/http";
import { FILTERS, getFilter } from "@pawkit/images";
import type { Config } from "@/fresh.config.ts";
import { RESERVED_EXTENSIONS } from "@/lib/content/named/named_animal.ts";
import { MAX_SEED_CHARACTERS } from "@/lib/content/parameters.ts";
import { type Endpoint, ERROR_FORM, GROUPS, POLICY } from "@/lib/endpoints/endpoint.ts";
import { LIST_FORMATS } from "@/lib/files/lists/formats.ts";
import { ERROR_CODES } from "@/lib/http/error_codes.ts";
import { toAnchor } from "@/lib/page/docs/anchor.ts";
import { PRIVACY } from "@/lib/page/docs/Appendix.tsx";
import { QUESTIONS } from "@/lib/page/landing/Questions.tsx";
import { toListId } from "@/lib/page/docs/BlockLists.tsx";
import { parseSections } from "@/lib/page/search/document_sections.ts";
import { type Audience, DOCUMENTS } from "@/lib/endpoints/documents.ts";
import { toLimitId, toLimits } from "@/lib/page/docs/limits.ts";
import { ORIGIN_MARK } from "@/lib/page/layout/rendered_text.ts";
import { describePublicEndpoints, toSections } from "@/lib/page/parts/sections.ts";
import { readDocument } from "@/lib/page/docs/read_document.ts";
import { OTHER_WORDS, SYNONYMS } from "@/lib/page/search/search_words.ts";

/** A place that the search finds. */
export interface SearchEntry {
  /** Its address: `/docs/animals#animal`. With `?kind=fox` behind it, the place shows that value. */
  readonly href: string;
  readonly title: string;
  /** What it is, in a few words: `Image filter`, `Guide: Animals`. */
  readonly label: string;
  /** Its sentences. The first one is shown if none contains a word that was typed. */
  readonly lines: readonly string[];
  /** Its parameters, each with the values that its address can have: none if it takes any text or number. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** What people call it, besides the words of its text. */
  readonly words?: string;
}

/** Everything that the search knows. */
export interface SearchIndex {
  /** The places. Of two equally good ones, the first is shown first. */
  readonly entries: readonly SearchEntry[];
  /** Words that mean another word, wherever that is. */
  readonly synonyms: Readonly<Record<string, string>>;
  /** A regular expression for what is no name: an empty or too long text, a folder, and what ends like a file. */
  readonly noName: string;
}

/** Lists what can be found on the pages of this service. */
export async function createSearchIndex(config: Config): Promise<SearchIndex> {
  const documents = await Promise.all(
    Object.keys(DOCUMENTS).map(async (page) => {
      return toDocumentEntries(page, await readDocument(page));
    }),
  );
  const effects = documents.flat().find(({ href }) => href === "/docs/filters#every-filter")?.lines ?? [];
  const cards = toSections(describePublicEndpoints(config)).flatMap((section) => section.cards);
  const entries: SearchEntry[] = [
    ...START,
    ...FILTERS.map((name) => toFilterEntry(name, effects)),
    ...cards.map(({ endpoint }) => toEndpointEntry(endpoint)),
    ...toServiceEntries(config),
    ...LIST_FORMATS.flatMap(({ file, label, readers }) =>
      label === undefined
        ? []
        : { href: `/docs/lists#${toListId(file)}`, title: label, label: "Block list", lines: [`${file}: ${readers}`] }
    ),
    ...documents.flat(),
    ...cards.flatMap(({ v1Endpoint }) => v1Endpoint === undefined ? [] : toOlderEntry(v1Endpoint)),
  ];
  const origin = config.baseUrl ?? "";
  const fill = (text: string) => text.replaceAll(ORIGIN_MARK, origin).replaceAll(/`|\*\*/g, "");
  return {
    synonyms: SYNONYMS,
    noName: `^(?:.{${MAX_SEED_CHARACTERS + 1},}|\\.{0,2}|.*\\.(?:${RESERVED_EXTENSIONS.join("|")}))$`,
    entries: entries.map((entry) => ({
      ...entry,
      lines: entry.lines.map(fill),
      words: [entry.words ?? [], OTHER_WORDS[entry.href] ?? []].flat().join(" "),
    })),
  };
}

/** The places that nothing else describes. */
const START: readonly SearchEntry[] = [
  { href: "/docs", title: "Documentation", label: "All guides", lines: ["Guides by what you want to do"] },
  {
    href: "/#playground",
    title: "Playground",
    label: "Image filters",
    lines: ["Choose, drop or paste a picture, try filters one after another, and copy the code"],
  },
];

/** Returns the entry of a filter. The guide says what it is for, in words; its summary may be a formula. */
function toFilterEntry(name: typeof FILTERS[number], effects: readonly string[]): SearchEntry {
  const row = effects.find((line) => line.startsWith(`${name}:`) || line.startsWith(`${name} (`));
  const [, effect = getFilter(name).summary] = /: (.+?\.)(?: |$)/.exec(row ?? "") ?? [];
  const lines = [`Try it in the playground: ${effect}`];
  return { href: `/#playground?steps=${name}`, title: name, label: "Image filter", lines };
}

/** Returns the entry of an endpoint with its sentences, its parameters and their values. */
function toEndpointEntry({ id, group, path, title, summary, description, parameters, upload }: Endpoint): SearchEntry {
  const details = description?.replace(POLICY.v5, "").trim();
  return {
    href: `/docs/${group}#${id}`,
    title: path,
    label: title,
    lines: [
      summary,
      ...(details ?? "").split(/\n+(?:- )?/).flatMap(splitSentences),
      ...upload === undefined ? [] : [`POST: ${upload.summary}`],
      // The filters have entries of their own.
      ...parameters.map((each) =>
        `${each.name}: ${each.name === "steps" ? splitSentences(each.summary)[0] : each.summary}`
      ),
    ],
    values: Object.fromEntries(parameters.map(({ name, allowed = [] }) => [name, allowed])),
  };
}

/** An endpoint of v1 is a line in the card of v2, which has the rest. */
function toOlderEntry({ id, group, path, title, summary }: Endpoint): SearchEntry {
  return { href: `/docs/${group}#${id}`, title: path, label: title, lines: [summary] };
}

/** Returns the entries of the page about the service: errors, limits, rules, privacy and questions. */
function toServiceEntries(config: Config): SearchEntry[] {
  const toEntry = (anchor: string, title: string, label: string, lines: readonly string[]): SearchEntry => {
    return { href: `/docs/service#${anchor}`, title, label, lines };
  };
  const page = GROUPS.service;
  return [
    ...Object.entries(QUESTIONS).map(([id, [title, answer]]) => {
      return { href: `/#question-${id}`, title, label: "Question", lines: splitSentences(answer) };
    }),
    ...Object.entries(ERROR_CODES).map(([code, { status, meaning }]) => ({
      ...toEntry(`error-${code}`, code, `Error ${status}`, splitSentences(meaning)),
      // Who types a number has an error, and rarely wants the picture of a status.
      words: `${status} ${STATUS_TEXT[status as keyof typeof STATUS_TEXT]}`,
    })),
    ...toLimits(config).map(([what, value]) => toEntry(toLimitId(what), what, "Limit", splitSentences(value))),
    toEntry("error-codes", "Error codes", page, [ERROR_FORM]),
    toEntry("limits", "Limits", page, ["How many requests, bytes, pixels and seconds this service allows"]),
    toEntry("policy", "Policy", page, Object.values(POLICY)),
    toEntry("privacy", "Privacy", page, PRIVACY.flatMap(([title, text]) => splitSentences(`${title}: ${text}`))),
  ];
}

/** What a page is for its readers, and how many lines below a heading are found: the index must stay small. */
const DOCUMENT_LABELS: Readonly<Record<Audience, readonly [label: string, maxLines: number]>> = {
  callers: ["Guide", Infinity],
  operators: ["For operators", 12],
  developers: ["For developers", 1],
};

/** Returns an entry for a page of the documentation, and one for each of its headings. */
function toDocumentEntries(page: string, markdown: string): SearchEntry[] {
  const { title, audience } = DOCUMENTS[page]!;
  const [first, ...others] = parseSections(markdown);
  const [label, maxLines] = DOCUMENT_LABELS[audience];
  return [
    { href: `/docs/${page}`, title, label, lines: first?.lines.slice(0, maxLines) ?? [] },
    ...others.map((section) => ({
      href: `/docs/${page}#${toAnchor(section.title)}`,
      title: section.title,
      label: `${label}: ${title}`,
      lines: section.lines.slice(0, maxLines),
    })),
  ];
}

function splitSentences(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=[.!?;]) (?=[\p{Lu}`/])/u);
}
