import { assertEquals } from "@std/assert";
import fc from "@/tests/support/random.ts";
import { isPublicAddress, isWebPort } from "@/lib/sources/public_address.ts";

// Written by hand from IANA's registries of special-purpose addresses, independently of the library that the guard
// uses: first address and prefix length of every range that callers must not make us connect to.
const NOT_PUBLIC_V4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

// The first 32 bits are enough, except for 2620:4f:8000::/48.
const NOT_PUBLIC_V6: readonly (readonly [bigint, number])[] = [
  [0x2001_0000_0000n, 23],
  [0x2001_0db8_0000n, 32],
  [0x2002_0000_0000n, 16],
  [0x2620_004f_8000n, 48],
  [0x3fff_0000_0000n, 20],
];

function toNumber(text: string): number {
  return text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

function isListedV4(value: number): boolean {
  return NOT_PUBLIC_V4.some(([first, length]) => {
    const size = 2 ** (32 - length);
    return Math.floor(value / size) === Math.floor(toNumber(first) / size);
  });
}

function isListedV6(groups: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0, , e, f] = groups;
  const head = (BigInt(a) << 32n) | (BigInt(b) << 16n) | BigInt(c);
  const listed = NOT_PUBLIC_V6.some(([first, length]) => head >> BigInt(48 - length) === first >> BigInt(48 - length));
  return listed || (f === 0x5efe && (e === 0 || e === 0x200));
}

function toV4(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");
}

const NOT_PUBLIC = {
  "this host": ["0.0.0.0", "::", "0:0:0:0:0:0:0:0"],
  "loopback": ["127.0.0.1", "127.255.255.254", "::1"],
  "private networks": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12:3456::1"],
  "carrier grade NAT": ["100.64.0.1", "100.127.255.255"],
  "link-local, with and without zone": ["169.254.0.1", "fe80::1", "fe80::1%eth0", "fe80::1%251", "febf::1"],
  "deprecated site-local": ["fec0::1"],
  "cloud metadata": ["169.254.169.254", "fd00:ec2::254", "100.100.100.200", "168.63.129.16", "192.0.0.192"],
  "multicast and broadcast": ["224.0.0.1", "239.255.255.250", "255.255.255.255", "ff02::1", "ff0e::1"],
  "documentation": ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1", "3fff:fff::1"],
  "benchmarks and reserved": ["198.18.0.1", "198.19.255.255", "240.0.0.1", "192.88.99.1", "2001:2::1", "100::1"],
  "v4-mapped": ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:ffff:169.254.169.254"],
  "v4-compatible": ["::127.0.0.1", "::a00:1", "::8.8.8.8", "::808:808"],
  "v4-translated": ["::ffff:0:127.0.0.1", "::ffff:0:808:808"],
  "NAT64": ["64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::1"],
  "6to4": ["2002:7f00:1::1", "2002:0a00:0001::1", "2002:808:808::1"],
  "Teredo": ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001::1"],
  "ISATAP": ["fe80::5efe:127.0.0.1", "2606:4700::5efe:10.0.0.1", "2606:4700::200:5efe:7f00:1"],
  "outside the public block": ["4000::1", "5f00::1", "1::1", "e000::1"],
  "something that is not an address": [
    ...["", "localhost", "1.2.3", "1.2.3.4.5", "010.8.8.8", "0x8.8.8.8", "134744072", "256.1.1.1", "::g"],
    ...["8.8.8.8%eth0", "[::1]", " 8.8.8.8"],
  ],
};

for (const [kind, addresses] of Object.entries(NOT_PUBLIC)) {
  Deno.test(`isPublicAddress() returns false for ${kind}`, () => {
    assertEquals(addresses.filter(isPublicAddress), []);
  });
}

Deno.test("isPublicAddress() returns true for addresses of the public internet", () => {
  const good = ["1.1.1.1", "8.8.8.8", "93.184.216.34", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1"];
  const good6 = ["2606:4700::1111", "2a00:1450:4001::200e", "2001:4860:4860::8888", "2400:cb00::1", "::ffff:8.8.8.8"];
  assertEquals([...good, ...good6].filter((address) => !isPublicAddress(address)), []);
});

Deno.test("isPublicAddress() agrees with the registries about any IPv4 address", () => {
  const anywhere = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const edges = NOT_PUBLIC_V4.flatMap(([first, length]) => {
    const start = toNumber(first);
    return [start - 1, start, start + 2 ** (32 - length) - 1, start + 2 ** (32 - length)];
  }).filter((value) => value >= 0 && value < 2 ** 32);
  fc.assert(
    fc.property(fc.oneof(anywhere, fc.constantFrom(...edges)), (value) => {
      assertEquals(isPublicAddress(toV4(value)), !isListedV4(value), toV4(value));
      assertEquals(isPublicAddress(`::ffff:${toV4(value)}`), !isListedV4(value), toV4(value));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("isPublicAddress() agrees with the registries about any IPv6 address", () => {
  const group = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 0x200, 0x5efe, 0xdb8, 0x4f, 0x8000));
  const first = fc.oneof(group, fc.constantFrom(0x2001, 0x2002, 0x2620, 0x3fff, 0x2606, 0x64, 0xfe80, 0x1fff, 0x4000));
  fc.assert(
    fc.property(first, fc.array(group, { minLength: 7, maxLength: 7 }), (head, rest) => {
      const groups = [head, ...rest];
      const text = groups.map((value) => value.toString(16)).join(":");
      const expected = head >> 13 === 1 && !isListedV6(groups);
      assertEquals(isPublicAddress(text), expected, text);
    }),
    { numRuns: 4000 },
  );
});

Deno.test("isWebPort() returns true for 80, 443 and the ports above 1023 that web servers use", () => {
  const ports = [80, 443, 1024, 3000, 5000, 5173, 8000, 8080, 8081, 8443, 8888, 9000, 49152, 65535];
  assertEquals(ports.filter((port) => !isWebPort(port)), []);
});

Deno.test("isWebPort() returns false for every other port below 1024 and for known services above", () => {
  const below = Array.from({ length: 1024 }, (_, port) => port).filter((port) => port !== 80 && port !== 443);
  const known = [1433, 2049, 2375, 3306, 3389, 5432, 5900, 6000, 6379, 6443, 6667, 9200, 11211, 27017];
  assertEquals([...below, ...known, 65536, -1, NaN].filter(isWebPort), []);
});
