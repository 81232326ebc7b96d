import ipaddr from "ipaddr.js";

/** The platform service of Azure, which returns secrets of the machine. It is not in a reserved range. */
const AZURE_PLATFORM = "168.63.129.16";

/** The only range that has public IPv6 addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Returns whether an address belongs to the public internet, so that any caller may make us connect to it. Private,
 * loopback, link-local, reserved, multicast and documentation ranges do not, nor does IPv6 that embeds an IPv4 address.
 * A v4-mapped address (`::ffff:8.8.8.8`) is treated like its IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return isPublicV4(ipaddr.IPv4.parse(text));
  // Rejects a zone ("fe80::1%eth0"), which names a local network interface, and "::8.8.8.8", which ipaddr.js takes for a
  // v4-mapped address.
  if (!/^(::ffff:[\d.]+|[\da-f:]+)$/i.test(text) || !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  if (address.isIPv4MappedAddress()) return isPublicV4(address.toIPv4Address());
  return address.range() === "unicast" && address.match(GLOBAL_UNICAST) && !isIsatap(address);
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && address.toString() !== AZURE_PLATFORM;
}

// An ISATAP router forwards such an address to the IPv4 address in its last 32 bits.
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200);
}
