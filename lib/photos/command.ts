import { parseArgs } from "node:util";
import { z } from "zod";
import { ANIMALS } from "@/lib/content/pools.ts";
import { FAMILIES } from "@/lib/photos/license.ts";

const COMMONS_API = "https://commons.wikimedia.org/w/api.php";
const DEFAULT_COUNT = 100;
const MAX_COUNT = 20_000;

/** The text of `--help`. */
export const USAGE = `Fills CONTENT_DIR with photographs from Wikimedia Commons and credits their authors.

  deno task photos --kind cat --count 500 --contact mailto:you@example.org
  deno task photos --check

  --kind <names>      ${ANIMALS} or some of them (default: all)
  --count <number>    the number of pictures per kind, 1 to ${MAX_COUNT} (default: ${DEFAULT_COUNT})
  --into <folder>     where to store them (default: CONTENT_DIR, or "content")
  --license <names>   ${FAMILIES} or some of them (default: all)
  --contact <address> how Wikimedia can reach you: an e-mail address or a URL (default: CONTACT)
  --category <name>   another category of Commons for one kind; can be repeated
  --api <url>         the API of another MediaWiki (default: Wikimedia Commons)
  --check             remove pictures that disappeared or changed their licence, and test the URLs in <kind>.json

It was tested with a server that behaves like Wikimedia Commons, not with Commons itself.
`;

/** What each option must be, and what it becomes. The message of an error completes "must be". */
const OPTIONS = z.object({
  kind: z.string().optional().transform(toNames(ANIMALS)),
  count: z.string().default(String(DEFAULT_COUNT)).refine(
    (text) => /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_COUNT,
    `a whole number from 1 to ${MAX_COUNT}`,
  ).transform(Number),
  into: z.string().optional(),
  license: z.string().optional().transform(toNames(FAMILIES)),
  // In a header: nothing but visible characters.
  contact: z.string().regex(
    /^(https?:\/\/|mailto:)?[\x21-\x27\x2a-\x7e]+[.@][\x21-\x27\x2a-\x7e]+$/,
    "an e-mail address or a URL",
  ).optional(),
  category: z.array(z.string()).default([]).transform((names) =>
    names.map((name) => name.replace(/^Category:/i, "").replaceAll("_", " ").trim())
  ),
  api: z.url({ protocol: /^https?$/, error: "an http or https URL" }).default(COMMONS_API),
  check: z.boolean().default(false),
  help: z.boolean().default(false),
}).refine(({ kind, category }) => category.length === 0 || kind.length === 1, {
  path: ["kind"],
  message: "one name with --category",
});

/** What the operator asks for. */
export type Command = Readonly<z.infer<typeof OPTIONS>>;

/** Parses the arguments. @throws {TypeError} naming the option, the required form and the value. */
export function parseCommand(args: readonly string[]): Command {
  const text = { type: "string" } as const, flag = { type: "boolean" } as const;
  const named = { kind: text, count: text, into: text, license: text, contact: text, api: text, check: flag };
  const options = { ...named, category: { ...text, multiple: true }, help: { ...flag, short: "h" } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const parsed = OPTIONS.safeParse(values);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  const value = Object.entries(values).find(([name]) => name === path[0])?.[1] ?? "";
  throw new TypeError(`Cannot read --${String(path[0])}: must be ${message}, got ${JSON.stringify(value)}`);
}

/** Returns a transformation from `a,b` to the names in the order of `allowed`; all of them without a text. */
function toNames<T extends string>(allowed: readonly T[]) {
  return (text: string | undefined, context: z.RefinementCtx): readonly T[] => {
    if (text === undefined) return allowed;
    const names = text.toLowerCase().split(",").map((name) => name.trim().replace(/^cc-(?=by)/, ""));
    const isKnown = (name: string) => (allowed as readonly string[]).includes(name);
    if (!names.every(isKnown)) context.addIssue({ code: "custom", message: `some of ${allowed.join(", ")}` });
    return allowed.filter((name) => names.includes(name));
  };
}
