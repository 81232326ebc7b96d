import { createEncoder } from "@/lib/blocklist/encode.ts";

/** What stands at the top of a list. */
export interface Header {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly entries: number;
  readonly licence: string;
  readonly homepage: string;
  readonly expires: string;
}

/** How a list is spelled for one kind of program. */
export interface Format {
  readonly name: string;
  readonly file: string;
  /** Whether an entry blocks everything below it, too: then names below another entry are left out. */
  readonly isWhole: boolean;
  /** What begins a comment. */
  readonly comment: string;
  /** What stands before and after the header. */
  readonly before?: string;
  readonly after?: (header: Header) => string;
  /** What stands around each name; with two of them all names come twice. Text, not functions: joining is much faster. */
  readonly entries: readonly (readonly [before: string, after: string])[];
  /** How the format lets a domain through, with all below it, that lies below an entry; absent where it cannot. */
  readonly exception?: (domain: string) => string;
}

/** Every format, in the order in which the files are listed. */
export const FORMATS: readonly Format[] = [
  {
    name: "adblock",
    file: "adblock.txt",
    isWhole: true,
    comment: "!",
    before: "[Adblock Plus]\n",
    entries: [["||", "^\n"]],
    exception: (domain) => `@@||${domain}^\n`,
  },
  {
    name: "dnsmasq",
    file: "dnsmasq.conf",
    isWhole: true,
    comment: "#",
    entries: [["local=/", "/\n"]],
    exception: (domain) => `server=/${domain}/#\n`,
  },
  { name: "domains", file: "domains.txt", isWhole: false, comment: "#", entries: [["", "\n"]] },
  { name: "hosts", file: "hosts.txt", isWhole: false, comment: "#", entries: [["0.0.0.0 ", "\n"]] },
  {
    name: "hosts-loopback",
    file: "hosts-loopback.txt",
    isWhole: false,
    comment: "#",
    entries: [["127.0.0.1 ", "\n"]],
  },
  {
    name: "rpz",
    file: "rpz.zone",
    isWhole: true,
    comment: ";",
    after: ({ version }) =>
      `$TTL 3600\n@ IN SOA localhost. root.localhost. ${
        toSerial(version)
      } 86400 7200 2592000 3600\n  IN NS localhost.\n`,
    entries: [["", " CNAME .\n"], ["*.", " CNAME .\n"]],
    exception: (domain) => `${domain} CNAME rpz-passthru.\n*.${domain} CNAME rpz-passthru.\n`,
  },
  {
    name: "unbound",
    file: "unbound.conf",
    isWhole: true,
    comment: "#",
    after: () => "server:\n",
    entries: [['local-zone: "', '." always_nxdomain\n']],
    exception: (domain) => `local-zone: "${domain}." always_transparent\n`,
  },
  { name: "wildcard", file: "wildcard.txt", isWhole: true, comment: "#", entries: [["*.", "\n"]] },
];

/** A list, ready to be written in any format. */
export interface ListContent {
  readonly header: Header;
  readonly domains: readonly string[];
  /** Domains below entries that are let through. */
  readonly exceptions: readonly string[];
}

const LINES_A_CHUNK = 4096;

/** Yields a list in a format, piece by piece; a piece holds until the next is asked for. The same list gives the same bytes: there is no time in it. */
export function* renderList(format: Format, { header, domains, exceptions }: ListContent): Generator<Uint8Array> {
  const encode = createEncoder();
  yield encode((format.before ?? "") + renderHeader(format.comment, header) + (format.after?.(header) ?? ""));
  if (format.exception !== undefined) yield encode(exceptions.map(format.exception).join(""));
  for (const [before, after] of format.entries) {
    for (let start = 0; start < domains.length; start += LINES_A_CHUNK) {
      const lines = domains.slice(start, start + LINES_A_CHUNK).join(after + before);
      yield encode(before + lines + after);
    }
  }
}

function renderHeader(comment: string, header: Header): string {
  return [
    `Title: ${header.title}`,
    `Description: ${header.description}`,
    `Version: ${header.version}`,
    `Entries: ${header.entries}`,
    `License: ${header.licence}`,
    `Homepage: ${header.homepage}`,
    `Expires: ${header.expires}`,
  ].map((line) => `${comment} ${line}\n`).join("");
}

// A zone needs a number that changes with its content; the day would make the same list differ.
function toSerial(version: string): number {
  return parseInt(version.slice(0, 8), 16) >>> 1;
}
