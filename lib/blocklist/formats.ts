import type { BlocklistConfig, ListPlan } from "@/lib/blocklist/config.ts";
import { createReusableEncoder } from "@/lib/blocklist/reusable_encoder.ts";

/** The header of a list, without the number of its entries. */
export interface Header
  extends Pick<ListPlan, "title" | "description">, Pick<BlocklistConfig, "licence" | "homepage" | "expires"> {
  readonly version: string;
}

/** The syntax of a list for one kind of program. */
export interface Format {
  readonly name: string;
  readonly file: string;
  /** Whether an entry also blocks all subdomains: then names below another entry are left out. */
  readonly isWildcard: boolean;
  /** The start of a comment. */
  readonly comment: string;
  /** Text before and after the header. */
  readonly before?: string;
  readonly after?: (header: Header) => string;
  /** Text before and after each name; with two pairs all names occur twice. Not functions, because joining is much faster. */
  readonly entries: readonly (readonly [before: string, after: string])[];
  /** Writes an exception that allows a domain below an entry, with its subdomains; absent if the format has none. */
  readonly exception?: (domain: string) => string;
}

/** A list, ready to be written in any format. */
export interface ListContent {
  readonly header: Header;
  readonly domains: readonly string[];
  /** Allowed domains below entries. */
  readonly exceptions: readonly string[];
}

/** Every format, in the order in which the files are listed. */
export const FORMATS: readonly Format[] = [
  {
    name: "adblock",
    file: "adblock.txt",
    isWildcard: true,
    comment: "!",
    before: "[Adblock Plus]\n",
    entries: [["||", "^\n"]],
    exception: (domain) => `@@||${domain}^\n`,
  },
  {
    name: "dnsmasq",
    file: "dnsmasq.conf",
    isWildcard: true,
    comment: "#",
    entries: [["local=/", "/\n"]],
    exception: (domain) => `server=/${domain}/#\n`,
  },
  { name: "domains", file: "domains.txt", isWildcard: false, comment: "#", entries: [["", "\n"]] },
  { name: "hosts", file: "hosts.txt", isWildcard: false, comment: "#", entries: [["0.0.0.0 ", "\n"]] },
  {
    name: "hosts-loopback",
    file: "hosts-loopback.txt",
    isWildcard: false,
    comment: "#",
    entries: [["127.0.0.1 ", "\n"]],
  },
  {
    name: "rpz",
    file: "rpz.zone",
    isWildcard: true,
    comment: ";",
    after: ({ version }) => {
      // The serial of a zone must change with its content. A date would make equal lists differ.
      const serial = parseInt(version.slice(0, 8), 16) >>> 1;
      return `$TTL 3600\n@ IN SOA localhost. root.localhost. ${serial} 86400 7200 2592000 3600\n  IN NS localhost.\n`;
    },
    entries: [["", " CNAME .\n"], ["*.", " CNAME .\n"]],
    exception: (domain) => `${domain} CNAME rpz-passthru.\n*.${domain} CNAME rpz-passthru.\n`,
  },
  {
    name: "unbound",
    file: "unbound.conf",
    isWildcard: true,
    comment: "#",
    after: () => "server:\n",
    entries: [['local-zone: "', '." always_nxdomain\n']],
    exception: (domain) => `local-zone: "${domain}." always_transparent\n`,
  },
  { name: "wildcard", file: "wildcard.txt", isWildcard: true, comment: "#", entries: [["*.", "\n"]] },
];

const LINES_PER_CHUNK = 4096;

/**
 * Yields a list in a format, chunk by chunk; each chunk is valid until the next one is requested. Without a time in it,
 * the same list always has the same bytes.
 */
export function* renderList(format: Format, { header, domains, exceptions }: ListContent): Generator<Uint8Array> {
  const encode = createReusableEncoder();
  const lines = [
    `Title: ${header.title}`,
    `Description: ${header.description}`,
    `Version: ${header.version}`,
    `Entries: ${domains.length}`,
    `License: ${header.licence}`,
    `Homepage: ${header.homepage}`,
    `Expires: ${header.expires}`,
  ].map((line) => `${format.comment} ${line}\n`);
  yield encode((format.before ?? "") + lines.join("") + (format.after?.(header) ?? ""));
  if (format.exception !== undefined) yield encode(exceptions.map(format.exception).join(""));
  for (const [before, after] of format.entries) {
    for (let start = 0; start < domains.length; start += LINES_PER_CHUNK) {
      const entries = domains.slice(start, start + LINES_PER_CHUNK).join(after + before);
      yield encode(before + entries + after);
    }
  }
}
