import { NOW, type Workshop } from "./fixture.ts";

/** A name that a test asks a program about. */
export interface Question {
  readonly domain: string;
  /** What it is in the list: an entry, an exception, below one of them, or not concerned. */
  readonly kind: string;
  /** Whether a program blocks it in which the closest entry or exception decides. */
  readonly isBlocked: boolean;
  /** Whether an entry is at or above it, exceptions aside. */
  readonly isBelowEntry: boolean;
  /** Whether an exception is at or above it. */
  readonly isBelowException: boolean;
}

/** A list with every kind of entry and exception that a real one has. */
export interface RealList {
  /** The source: names in hosts, plain domain and adblock syntax. */
  readonly source: string;
  readonly allow: string;
  readonly questions: readonly Question[];
}

const WORDS = "ads track pixel cdn stat metric banner click sync tag beacon log media shop news app data".split(" ");
/** The questions are about this many domains of a list. */
const ASKED = 50;
const TOPS = ["com", "net", "org", "io", "de", "co.uk", "ru", "info", "xyz"];

/**
 * Returns a list of `size` domains, some with subdomains and exceptions, and some 600 questions about it. The
 * expected answers come from the names themselves, not from the generator; another `seed` gives another list.
 */
export function makeRealList(size: number, seed = 1): RealList {
  let state = seed;
  const random = (below: number) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % below;
  const word = () => WORDS[random(WORDS.length)];
  const domains = Array.from(
    { length: size },
    (_, index) => `${word()}-${word()}${index}.${TOPS[index % TOPS.length]}`,
  );
  const listed = new Set(domains);
  const exact = new Set<string>();
  const wildcard = new Set<string>();
  const asked = new Map<string, string>();
  const ask = (kind: string, ...names: string[]) => names.forEach((name) => asked.set(name, kind));
  for (const [index, domain] of domains.entries()) {
    if (index % 5 === 0) listed.add(`${word()}.${domain}`);
    if (index % Math.floor(size / ASKED) !== 0) continue;
    ask("entry", domain);
    ask("below an entry", `www.${domain}`, `a.b.${domain}`);
    ask("not concerned", `${word()}${index}.example.org`, `x${domain}`, domain.split(".").slice(1).join(".") + ".pt");
    if (index % (2 * Math.floor(size / ASKED)) !== 0) continue;
    exact.add(`docs.${domain}`);
    ask("exception", `docs.${domain}`);
    ask("below an exception", `a.docs.${domain}`);
    listed.add(`ads.docs.${domain}`);
    ask("entry below an exception", `ads.docs.${domain}`, `x.ads.docs.${domain}`);
    listed.add(`media.docs.${domain}`);
    ask("entry around an exception", `media.docs.${domain}`, `x.media.docs.${domain}`);
    exact.add(`ok.media.docs.${domain}`);
    ask("exception below that", `ok.media.docs.${domain}`, `y.ok.media.docs.${domain}`);
    wildcard.add(`mail.${domain}`);
    listed.add(`track.mail.${domain}`);
    ask("below a wildcard exception", `track.mail.${domain}`, `z.mail.${domain}`);
  }
  const isAllowed = (name: string) => exact.has(name) || wildcard.has(name);
  const isEntry = (name: string) => listed.has(name) && !parentsOf(name).some((parent) => wildcard.has(parent));
  const questions = [...asked].map(([domain, kind]) => {
    const chain = [domain, ...parentsOf(domain)];
    const isBelowEntry = chain.some((name) => isEntry(name) && !isAllowed(name));
    const isBelowException = chain.some(isAllowed);
    const closest = chain.find((name) => isAllowed(name) || isEntry(name));
    return { domain, kind, isBelowEntry, isBelowException, isBlocked: closest !== undefined && !isAllowed(closest) };
  });
  const syntax = [(name: string) => name, (name: string) => `0.0.0.0 ${name}`, (name: string) => `||${name}^`];
  return {
    source: [...listed].map((name, index) => `${syntax[index % syntax.length]!(name)}\n`).join(""),
    allow: [...exact, ...[...wildcard].map((name) => `*.${name}`)].join("\n"),
    questions,
  };
}

/** Returns the parent domains of a name, the closest first. */
export function parentsOf(name: string): string[] {
  const labels = name.split(".");
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join("."));
}

/** Generates the files of a list, at a time of the test's choice. */
export async function buildRealList({ source, run }: Workshop, list: RealList, now = NOW): Promise<void> {
  await source("a.txt", list.source);
  await source("b.txt", "only-b.example\n");
  await source("allow.txt", list.allow);
  await run({ now: () => now, force: true }, {
    lists: [{ name: "one", title: "One", description: "With every kind of entry", sources: ["a"] }],
  });
}
