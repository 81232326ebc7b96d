import ipaddr from "ipaddr.js";

/** Azure's platform address: it answers with secrets of the machine, and stands in no registry of special ranges. */
const AZURE_PLATFORM = "168.63.129.16";

/** The only block IPv6 addresses of the public internet come from. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Tells whether an address is one of the public internet, so that a stranger may have us connect to it. What is private,
 * loopback, link-local, reserved, multicast, for documentation, or carries an IPv4 address inside, is not.
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return isPublicV4(ipaddr.IPv4.parse(text));
  // A zone ("fe80::1%eth0") names an interface of this machine. The library reads "::8.8.8.8" as if it were mapped.
  if (!/^(::ffff:[\d.]+|[\da-f:]+)$/i.test(text) || !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? isPublicV4(address.toIPv4Address()) : isPublicV6(address);
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && address.toString() !== AZURE_PLATFORM;
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  return address.range() === "unicast" && address.match(GLOBAL_UNICAST) && !isIsatap(address);
}

// An ISATAP router forwards such an address to the IPv4 address in its last 32 bits.
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200);
}
