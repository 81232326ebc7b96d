import ipaddr from "ipaddr.js";

/** The platform service of Azure, which returns secrets of the machine. It is not in a reserved range. */
const AZURE_PLATFORM = "168.63.129.16";

/** The only range that has public IPv6 addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Suffixes of names that always lead to this machine or its network. */
const PRIVATE_SUFFIXES = ["localhost", "localdomain", "internal", "local", "lan", "home.arpa"] as const;

/**
 * Ports above 1023 of services that are not web servers. An HTTP request to one can do harm (a command to a data store,
 * a started container) and never returns a picture. The comment after each group names the services.
 */
const NON_WEB_PORTS: ReadonlySet<number> = new Set([
  ...[1433, 1434, 1521, 3306, 5432, 5984, 6379, 7687, 8086, 8529, 9042, 9160], // data stores
  ...[11211, 26257, 27017, 27018, 27019, 28015], // more data stores
  ...[9200, 9300, 7700, 8983], // search engines
  ...[2375, 2376, 2377, 2379, 2380, 6443, 10250, 10255, 10256, 4194], // Docker, etcd, Kubernetes
  ...[2181, 4222, 5671, 5672, 6222, 8222, 9092, 15672, 61616], // queues and coordination
  ...[4646, 8200, 8300, 8301, 8302, 8500, 8501, 8502, 8600], // Nomad, Vault, Consul
  ...[1719, 1720, 1723, 5060, 5061], // telephony and tunnels
  ...[2049, 3260, 3389, 3659, 4045, 4190, 4369, 5900, 5901, 5985, 5986, 6000, 6566, 10080], // files, screens, shells
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697], // chat
]);

/**
 * Returns whether an address belongs to the public internet, so that any caller may make us connect to it. Private,
 * loopback, link-local, reserved, multicast and documentation ranges do not, nor does IPv6 that embeds an IPv4 address.
 * A v4-mapped address (`::ffff:8.8.8.8`) is treated like its IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return isPublicV4(ipaddr.IPv4.parse(text));
  // Rejects a zone ("fe80::1%eth0"), which names a local network interface, and "::8.8.8.8", which ipaddr.js takes for
  // a v4-mapped address.
  if (!/^(::ffff:[\d.]+|[\da-f:]+)$/i.test(text) || !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  if (address.isIPv4MappedAddress()) return isPublicV4(address.toIPv4Address());
  return address.range() === "unicast" && address.match(GLOBAL_UNICAST) && !isIsatap(address);
}

/** Returns whether a name leads to this machine or its network, whatever it resolves to. */
export function isPrivateName(host: string): boolean {
  // The system looks up a name without a dot in its own search domains. A name with an empty label is not valid in DNS.
  if (!host.includes(".") || host.split(".").includes("")) return true;
  return PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}

/** Returns whether a web server may listen on this port: 80, 443, and most ports above 1023. */
export function isWebPort(port: number): boolean {
  if (port === 80 || port === 443) return true;
  return port > 1023 && port <= 65535 && !NON_WEB_PORTS.has(port);
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && address.toString() !== AZURE_PLATFORM;
}

// An ISATAP router forwards such an address to the IPv4 address in its last 32 bits.
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200);
}
