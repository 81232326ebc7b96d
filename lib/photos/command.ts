import { parseArgs } from "node:util";
import { type AnimalKind, ANIMALS } from "@/lib/content/pools.ts";
import { FAMILIES, type LicenseFamily } from "@/lib/photos/license.ts";

/** What the operator asks for. */
export interface Command {
  readonly kinds: readonly AnimalKind[];
  /** How many pictures each kind shall have. */
  readonly count: number;
  readonly into: string | undefined;
  readonly families: readonly LicenseFamily[];
  readonly contact: string | undefined;
  /** Categories instead of those in the data file. */
  readonly categories: readonly string[];
  readonly api: string;
  readonly check: boolean;
  readonly help: boolean;
}

/** The text of `--help`. */
export const USAGE = `Fills CONTENT_DIR with photographs from Wikimedia Commons and credits their authors.

  deno task photos --kind cat --count 500 --contact mailto:you@example.org
  deno task photos --check

  --kind <names>      cat,dog,fox,fish,alpaca,bird or some of them (default: all)
  --count <number>    how many pictures each kind shall have, 1 to 20000 (default: 100)
  --into <folder>     where to store them (default: CONTENT_DIR, or "content")
  --license <names>   cc0,pd,by,by-sa or some of them (default: all four)
  --contact <address> how Wikimedia can reach you: an e-mail address or a URL (default: CONTACT)
  --category <name>   another category of Commons for one kind; can be repeated
  --api <url>         the API of another MediaWiki (default: Wikimedia Commons)
  --check             remove pictures that disappeared or changed their licence, and test the URLs in <kind>.json
`;

const COMMONS_API = "https://commons.wikimedia.org/w/api.php";
const MAX_COUNT = 20_000;

/** Parses the arguments. @throws {TypeError} naming the option, the required form and the value. */
export function parseCommand(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kind: { type: "string" },
      count: { type: "string" },
      into: { type: "string" },
      license: { type: "string" },
      contact: { type: "string" },
      category: { type: "string", multiple: true },
      api: { type: "string" },
      check: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const kinds = parseNames("kind", values.kind, ANIMALS);
  const categories = (values.category ?? []).map((name) => name.replace(/^Category:/i, "").replaceAll("_", " ").trim());
  if (categories.length > 0 && kinds.length !== 1) throw optionError("kind", "one name with --category", values.kind);
  return {
    kinds,
    count: parseCount(values.count),
    into: values.into,
    families: parseNames("license", values.license, FAMILIES),
    contact: parseContact(values.contact),
    categories,
    api: parseApi(values.api ?? COMMONS_API),
    check: values.check ?? false,
    help: values.help ?? false,
  };
}

function parseNames<T extends string>(option: string, text: string | undefined, allowed: readonly T[]): readonly T[] {
  if (text === undefined) return allowed;
  const names = text.toLowerCase().split(",").map((name) => name.trim().replace(/^cc-(?=by)/, ""));
  const wrong = names.find((name) => !(allowed as readonly string[]).includes(name));
  if (wrong !== undefined) throw optionError(option, `some of ${allowed.join(", ")}`, wrong);
  return allowed.filter((name) => names.includes(name));
}

function parseCount(text = "100"): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MAX_COUNT) return count;
  throw optionError("count", `a whole number from 1 to ${MAX_COUNT}`, text);
}

// In a header: nothing but visible characters.
function parseContact(text: string | undefined): string | undefined {
  if (text === undefined || /^(https?:\/\/|mailto:)?[\x21-\x27\x2a-\x7e]+[.@][\x21-\x27\x2a-\x7e]+$/.test(text)) {
    return text;
  }
  throw optionError("contact", "an e-mail address or a URL", text);
}

function parseApi(text: string): string {
  const protocol = URL.parse(text)?.protocol;
  if (protocol === "https:" || protocol === "http:") return text;
  throw optionError("api", "an http or https URL", text);
}

function optionError(option: string, form: string, value: string | undefined): TypeError {
  return new TypeError(`Cannot read --${option}: must be ${form}, got ${JSON.stringify(value ?? "")}`);
}
