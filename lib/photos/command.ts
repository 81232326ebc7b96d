import { parseArgs } from "node:util";
import { z } from "zod";
import { ANIMALS } from "@/lib/content/animals/mod.ts";
import { LICENSE_FAMILIES } from "@/lib/photos/candidate.ts";

/** The text of `--help`. */
export const USAGE = `Fills CONTENT_DIR with photographs from Wikimedia Commons and credits their authors.

  deno task photos --kind cat --count 500 --contact mailto:you@example.org

  --kind <names>      ${ANIMALS} or some of them (default: all)
  --count <number>    the number of pictures per kind, 1 to 99999 (default: 100)
  --into <folder>     where to store them (default: CONTENT_DIR, or "content")
  --license <names>   ${LICENSE_FAMILIES} or some of them (default: all)
  --contact <address> how Wikimedia can reach you: an e-mail address or a URL (default: CONTACT)
  --category <name>   another category of Commons for one kind; can be repeated
  --api <url>         the API of another MediaWiki (default: Wikimedia Commons)
  --check             remove pictures that disappeared or changed their licence, and test the URLs in <kind>.json

It was tested with a server that behaves like Wikimedia Commons, not with Commons itself.
`;

/** What each option must be, and what it becomes. The message of an error completes "must be". */
const OPTIONS = z.object({
  kind: listOf(ANIMALS),
  count: z.string().regex(/^[1-9]\d{0,4}$/, "a whole number from 1 to 99999").default("100").transform(Number),
  into: z.string().optional(),
  license: listOf(LICENSE_FAMILIES),
  // In the comment of a header: visible characters without parentheses.
  contact: z.string().regex(/^[!-'*-~]+[.@][!-'*-~]+$/, "an e-mail address or a URL").optional(),
  category: z.array(z.string().overwrite((name) => name.replace(/^Category:/i, ""))).optional(),
  api: z.url({ protocol: /^https?$/, error: "an http or https URL" }).default(
    "https://commons.wikimedia.org/w/api.php",
  ),
  check: z.boolean().default(false),
  help: z.boolean().default(false),
}).refine(({ kind, category }) => category === undefined || kind.length === 1, {
  path: ["kind"],
  message: "one name with --category",
});

/** What the operator asks for. */
export type Command = Readonly<z.infer<typeof OPTIONS>>;

/** Parses the arguments. @throws {TypeError} naming the option, the required form and the value. */
export function parseCommand(args: string[]): Command {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const named = { kind: text, count: text, into: text, license: text, contact: text, api: text, check: flag };
  const options = { ...named, category: { ...text, multiple: true }, help: { ...flag, short: "h" } } as const;
  const { values } = parseArgs({ args, options });
  const { data, error } = OPTIONS.safeParse(values);
  if (error === undefined) return data;
  const { path: [name = ""], message } = error.issues[0]!;
  throw new TypeError(`Cannot read --${String(name)}: must be ${message}, got ${JSON.stringify(Object(values)[name])}`);
}

function listOf<T extends string>(names: readonly T[]) {
  const list = z.array(z.enum(names, `some of ${names.join(", ")}`));
  return z.string().default(names.join()).transform((text) => text.split(",")).pipe(list);
}
