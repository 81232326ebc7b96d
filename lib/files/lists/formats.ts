import { type Format, lineFormat } from "@/lib/files/lists/format.ts";

/** Every format, in the order in which the files are listed. A format without lines is an object with `render`. */
export const FORMATS: readonly Format[] = [
  lineFormat({
    file: "adblock.txt",
    readers: "AdGuard, AdGuard Home, uBlock Origin, Pi-hole 6 (with allow.txt as its allow list)",
    label: "AdGuard Home, uBlock Origin, Pi-hole",
    content: "wildcard",
    exceptionsIgnoredBy: ["Pi-hole"],
  }, {
    comment: "!",
    before: "[Adblock Plus]\n",
    entries: [["||", "^\n"]],
    exception: (domain) => `@@||${domain}^\n`,
    overrule: "$important",
  }),
  lineFormat({
    file: "allow.txt",
    readers: "Pi-hole 6, as an allow list next to adblock.txt",
    label: "Pi-hole, as its allow list",
    content: "exceptions",
  }, {
    comment: "!",
    entries: [["@@||", "^\n"]],
  }),
  lineFormat({
    file: "dnsmasq.conf",
    readers: "dnsmasq",
    label: "dnsmasq",
    content: "wildcard",
  }, {
    entries: [["local=/", "/\n"]],
    exception: (domain) => `server=/${domain}/#\n`,
  }),
  lineFormat({
    file: "domains.txt",
    readers: "Pi-hole, Blocky, scripts",
    content: "exact",
  }, {
    entries: [["", "\n"]],
  }),
  lineFormat({
    file: "hosts.txt",
    readers: "/etc/hosts, Pi-hole",
    label: "Hosts file",
    content: "exact",
  }, {
    entries: [["0.0.0.0 ", "\n"]],
  }),
  lineFormat({
    file: "hosts-loopback.txt",
    readers: "/etc/hosts, Pi-hole",
    content: "exact",
  }, {
    entries: [["127.0.0.1 ", "\n"]],
  }),
  lineFormat({
    file: "rpz.zone",
    readers: "BIND, Knot Resolver, PowerDNS Recursor, Unbound (rpz:)",
    label: "BIND, Knot Resolver, PowerDNS",
    content: "wildcard",
    hasSerial: true,
  }, {
    comment: ";",
    after: ({ serial }) =>
      `$TTL 3600\n@ IN SOA localhost. root.localhost. ${serial} 86400 7200 2592000 3600\n  IN NS localhost.\n`,
    entries: [["", " CNAME .\n"], ["*.", " CNAME .\n"]],
    exception: (domain) => `${domain} CNAME rpz-passthru.\n*.${domain} CNAME rpz-passthru.\n`,
  }),
  lineFormat({
    file: "unbound.conf",
    readers: "Unbound (include:)",
    label: "Unbound",
    content: "wildcard",
  }, {
    after: () => "server:\n",
    entries: [['local-zone: "', '." always_nxdomain\n']],
    exception: (domain) => `local-zone: "${domain}." always_transparent\n`,
  }),
  lineFormat({
    file: "wildcard.txt",
    readers: "Blocky, OPNsense, YogaDNS; not Pi-hole, which ignores these lines (use adblock.txt there)",
    content: "wildcard",
  }, {
    entries: [["*.", "\n"]],
  }),
];

/** Returns the name of a format in the manifest and in responses: that of its file, without the extension. */
export function nameOf({ file }: Format): string {
  return file.replace(/\..*/, "");
}
