import type { ListNames } from "@/lib/blocklist/compile.ts";

/** The syntax of a list for one kind of program. */
export interface Format {
  readonly name: string;
  readonly file: string;
  /** The programs that read it, for the header. */
  readonly readers: string;
  /** What the page calls these programs; absent if it does not offer the file. */
  readonly label?: string;
  /** The names in the file: all of them, those that are not below another one, or those that are allowed. */
  readonly content: Exclude<keyof ListNames, "overruling">;
  /** The start of a comment. */
  readonly comment: string;
  /** Text before and after the header. */
  readonly before?: string;
  readonly after?: string;
  /** Writes the text that follows the header with the serial of a zone; absent if the format has none. */
  readonly serial?: (serial: number) => string;
  /** Text before and after each name; with two pairs all names occur twice. Not functions, because joining is much faster. */
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
    name: "adblock",
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
    name: "allow",
    file: "allow.txt",
    readers: "Pi-hole 6, as an allow list next to adblock.txt",
    label: "Pi-hole, as its allow list",
    content: "exceptions",
    comment: "!",
    entries: [["@@||", "^\n"]],
  },
  {
    name: "dnsmasq",
    file: "dnsmasq.conf",
    readers: "dnsmasq",
    label: "dnsmasq",
    content: "wildcard",
    comment: "#",
    entries: [["local=/", "/\n"]],
    exception: (domain) => `server=/${domain}/#\n`,
  },
  {
    name: "domains",
    file: "domains.txt",
    readers: "Pi-hole, Blocky, scripts",
    content: "exact",
    comment: "#",
    entries: [["", "\n"]],
  },
  {
    name: "hosts",
    file: "hosts.txt",
    readers: "/etc/hosts, Pi-hole",
    label: "Hosts file",
    content: "exact",
    comment: "#",
    entries: [["0.0.0.0 ", "\n"]],
  },
  {
    name: "hosts-loopback",
    file: "hosts-loopback.txt",
    readers: "/etc/hosts, Pi-hole",
    content: "exact",
    comment: "#",
    entries: [["127.0.0.1 ", "\n"]],
  },
  {
    name: "rpz",
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
    name: "unbound",
    file: "unbound.conf",
    readers: "Unbound (include:)",
    label: "Unbound",
    content: "wildcard",
    comment: "#",
    after: "server:\n",
    entries: [['local-zone: "', '." always_nxdomain\n']],
    exception: (domain) => `local-zone: "${domain}." always_transparent\n`,
  },
  {
    name: "wildcard",
    file: "wildcard.txt",
    readers: "Blocky, OPNsense, YogaDNS; not Pi-hole, which ignores these lines (use adblock.txt there)",
    content: "wildcard",
    comment: "#",
    entries: [["*.", "\n"]],
  },
];
