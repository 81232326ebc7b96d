/** The names of a list, sorted, in the forms that formats need. */
export interface ListNames {
  /** Every name, for formats whose entries block one name. */
  readonly exact: readonly string[];
  /** Every name that is not below another one, for formats whose entries also block subdomains. */
  readonly wildcard: readonly string[];
  /** Allowed domains below entries. */
  readonly exceptions: readonly string[];
  /** The entries below an exception that overrule it. */
  readonly overruling: ReadonlySet<string>;
}

/** The syntax of a list for one kind of program. */
export interface Format {
  readonly file: string;
  /** The programs that read it, for the header. */
  readonly readers: string;
  /** What the page calls these programs; absent if it does not offer the file. */
  readonly label?: string;
  /** The names in the file: all of them, those that are not below another one, or those that are allowed. */
  readonly content: Exclude<keyof ListNames, "overruling">;
  /** The start of a comment, `#` if it is absent. */
  readonly comment?: string;
  /** Text before and after the header. */
  readonly before?: string;
  readonly after?: string;
  /** Writes the text that follows the header with the serial of a zone; absent if the format has none. */
  readonly serial?: (serial: number) => string;
  /** Text before and after each name; with two pairs all names occur twice. No functions: joining is much faster. */
  readonly entries: readonly (readonly [before: string, after: string])[];
  /** Writes an exception that allows a domain below an entry, with its subdomains; absent if the format has none. */
  readonly exception?: (domain: string) => string;
  /** The programs that read it but ignore its exceptions. */
  readonly exceptionsIgnoredBy?: readonly string[];
  /**
   * The option with which an entry overrules the exception above it; absent if the closest of all entries and
   * exceptions decides anyway.
   */
  readonly overrule?: string;
}

/** Every format, in the order in which the files are listed. */
export const FORMATS: readonly Format[] = [
  {
    file: "adblock.txt",
    readers: "AdGuard, AdGuard Home, uBlock Origin, Pi-hole 6 (with allow.txt as its allow list)",
    label: "AdGuard Home, uBlock Origin, Pi-hole",
    content: "wildcard",
    comment: "!",
    before: "[Adblock Plus]\n",
    entries: [["||", "^\n"]],
    exception: (domain) => `@@||${domain}^\n`,
    exceptionsIgnoredBy: ["Pi-hole"],
    overrule: "$important",
  },
  {
    file: "allow.txt",
    readers: "Pi-hole 6, as an allow list next to adblock.txt",
    label: "Pi-hole, as its allow list",
    content: "exceptions",
    comment: "!",
    entries: [["@@||", "^\n"]],
  },
  {
    file: "dnsmasq.conf",
    readers: "dnsmasq",
    label: "dnsmasq",
    content: "wildcard",
    entries: [["local=/", "/\n"]],
    exception: (domain) => `server=/${domain}/#\n`,
  },
  {
    file: "domains.txt",
    readers: "Pi-hole, Blocky, scripts",
    content: "exact",
    entries: [["", "\n"]],
  },
  {
    file: "hosts.txt",
    readers: "/etc/hosts, Pi-hole",
    label: "Hosts file",
    content: "exact",
    entries: [["0.0.0.0 ", "\n"]],
  },
  {
    file: "hosts-loopback.txt",
    readers: "/etc/hosts, Pi-hole",
    content: "exact",
    entries: [["127.0.0.1 ", "\n"]],
  },
  {
    file: "rpz.zone",
    readers: "BIND, Knot Resolver, PowerDNS Recursor, Unbound (rpz:)",
    label: "BIND, Knot Resolver, PowerDNS",
    content: "wildcard",
    comment: ";",
    serial: (serial) =>
      `$TTL 3600\n@ IN SOA localhost. root.localhost. ${serial} 86400 7200 2592000 3600\n  IN NS localhost.\n`,
    entries: [["", " CNAME .\n"], ["*.", " CNAME .\n"]],
    exception: (domain) => `${domain} CNAME rpz-passthru.\n*.${domain} CNAME rpz-passthru.\n`,
  },
  {
    file: "unbound.conf",
    readers: "Unbound (include:)",
    label: "Unbound",
    content: "wildcard",
    after: "server:\n",
    entries: [['local-zone: "', '." always_nxdomain\n']],
    exception: (domain) => `local-zone: "${domain}." always_transparent\n`,
  },
  {
    file: "wildcard.txt",
    readers: "Blocky, OPNsense, YogaDNS; not Pi-hole, which ignores these lines (use adblock.txt there)",
    content: "wildcard",
    entries: [["*.", "\n"]],
  },
];

/** Returns the name of a format in the manifest and in responses: that of its file, without the extension. */
export function nameOf({ file }: Format): string {
  return file.replace(/\..*/, "");
}
