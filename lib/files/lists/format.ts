/** The names of a list, sorted, in the forms that formats need. */
export interface ListNames {
  /** Every name, for formats whose entries block one name. */
  readonly exact: readonly string[];
  /** Every name whose parents are not blocked, for formats whose entries also block subdomains. */
  readonly wildcard: readonly string[];
  /** Allowed domains below entries. */
  readonly exceptions: readonly string[];
  /** The entries below an exception that overrule it. */
  readonly overruling: ReadonlySet<string>;
}

/** A list, ready to be written in any format. */
export interface List {
  readonly title: string;
  readonly description: string;
  readonly license: string;
  readonly homepage?: string | undefined;
  /** After which time a program should load it again: `4 days`. */
  readonly expires: string;
  readonly names: ListNames;
  /** A hash of the names: it changes if and only if they do. */
  readonly version: string;
  /** The serial of the zone, for a format that has one. */
  readonly serial: number;
}

/** A list for one kind of program. */
export interface ListFormat {
  readonly file: string;
  /** The `content-type` of the file, and of every other file with its extension. */
  readonly mediaType: string;
  /** The programs that read it, for the header. */
  readonly readers: string;
  /** What the page calls these programs; absent if it does not offer the file. */
  readonly label?: string;
  /** The names in the file: all of them, those whose parents are not blocked, or those that are allowed. */
  readonly content: Exclude<keyof ListNames, "overruling">;
  /**
   * What decides about a name below both: the closest of all entries and exceptions, or an exception unless an entry
   * overrules it. Absent if the format has no exceptions.
   */
  readonly exceptions?: "closest" | "overruled";
  /** The programs that read it but ignore its exceptions. */
  readonly exceptionsIgnoredBy?: readonly string[];
  /** Whether the file has the serial of a zone, which must increase with every change. */
  readonly hasSerial?: true;
  /** Yields the file, chunk by chunk. Without a time in it, the same list always has the same bytes. */
  readonly render: (list: List) => Iterable<string>;
}

/** The syntax of a file that consists of lines: a header in comments, the exceptions and the names. */
export interface LineSyntax {
  /** The start of a comment, `#` if it is absent. */
  readonly comment?: string;
  /** Text before the header. */
  readonly before?: string;
  /** Writes the text after the header. */
  readonly after?: (list: List) => string;
  /** Text before and after each name; with two pairs all names occur twice. No functions: joining is much faster. */
  readonly entries: readonly (readonly [before: string, after: string])[];
  /** Writes an exception that allows a domain below an entry, with its subdomains; absent if the format has none. */
  readonly exception?: (domain: string) => string;
  /** The option with which an entry overrules the exception above it, if it needs one. */
  readonly overrule?: string;
}

/** Creates a format whose files consist of lines of text. */
export function lineFormat(
  format: Omit<ListFormat, "mediaType" | "exceptions" | "render">,
  syntax: LineSyntax,
): ListFormat {
  const { exception, overrule } = syntax;
  return {
    ...format,
    mediaType: "text/plain; charset=UTF-8",
    ...(exception && { exceptions: overrule === undefined ? "closest" : "overruled" }),
    render: (list) => renderLines(list, format, syntax),
  };
}

function* renderLines(
  list: List,
  { readers, content }: Pick<ListFormat, "readers" | "content">,
  { comment = "#", before: start = "", after: end, entries, exception, overrule }: LineSyntax,
): Generator<string> {
  const { names } = list;
  const domains = names[content];
  const header = [
    `Title: ${list.title}`,
    `Description: ${list.description}`,
    `For: ${readers}`,
    `Version: ${list.version}`,
    `Entries: ${domains.length}`,
    `License: ${list.license}`,
    ...(list.homepage === undefined ? [] : [`Homepage: ${list.homepage}`]),
    `Expires: ${list.expires}`,
  ].map((line) => `${comment} ${line}\n`);
  yield start + header.join("") + (end?.(list) ?? "");
  if (exception !== undefined) yield names.exceptions.map(exception).join("");
  const overruling = overrule === undefined ? new Set<string>() : names.overruling;
  for (const [before, after] of entries) {
    yield* joinLines([...overruling], before, after.replace("\n", `${overrule}\n`));
    // Most lists have no such entries: then the names are not copied.
    const others = overruling.size === 0 ? domains : domains.filter((domain) => !overruling.has(domain));
    yield* joinLines(others, before, after);
  }
}

const LINES_PER_CHUNK = 4096;

/** Yields names with a text before and after each of them, thousands at a time. */
export function* joinLines(names: readonly string[], before: string, after: string): Generator<string> {
  for (let start = 0; start < names.length; start += LINES_PER_CHUNK) {
    yield before + names.slice(start, start + LINES_PER_CHUNK).join(after + before) + after;
  }
}
