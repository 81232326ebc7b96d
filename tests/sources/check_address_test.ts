import { assert, assertEquals, assertRejects } from "@std/assert";
import { ApiError } from "@/lib/http/errors.ts";
import { checkAddress, type CheckOptions, type Target } from "@/lib/sources/check_address.ts";
import { parseImageUrl } from "@/lib/sources/image_url.ts";

const PUBLIC_V4 = "93.184.216.34";
const PUBLIC_V6 = "2606:2800:220:1::1";
const PRIVATE_V4 = "10.1.2.3";
const PRIVATE_V6 = "fd00:ec2::254";

/** Checks a URL. Every name has a public address, so that only the literal or the name itself can be forbidden. */
function check(text: string, options: Partial<CheckOptions> & { addresses?: string[] } = {}): Promise<Target> {
  const resolve = () => Promise.resolve(options.addresses ?? [PUBLIC_V4]);
  const { signal } = new AbortController();
  return checkAddress(parseImageUrl(text), { sourceHosts: [], privateHosts: [], resolve, ...options }, signal);
}

async function assertForbidden(text: string, options?: Parameters<typeof check>[1]): Promise<ApiError> {
  const error = await assertRejects(() => check(text, options), ApiError, undefined, text);
  assertEquals(error.code, "forbidden_address", `${text}: ${error.message}`);
  return error;
}

// Each spelling has passed some guard somewhere. public_address_test.ts has all ranges.
const FORBIDDEN = {
  "loopback in decimal": ["http://2130706433/"],
  "loopback in octal": ["http://0177.0.0.1/", "http://0177.0.0.01/", "http://017700000001/"],
  "loopback in hex": ["http://0x7f.0.0.1/", "http://0x7f000001/", "http://0x7F.0x0.0x0.0x1/"],
  "loopback in short": ["http://127.1/", "http://127.0.1/", "http://0/", "http://0x7f.1/"],
  "loopback in other scripts": ["http://１２７.０.０.１/", "http://①②⑦.⓪.⓪.①/", "http://127。0。0。1/"],
  "loopback percent-encoded": ["http://%31%32%37.0.0.1/", "http://127%2e0%2e0%2e1/"],
  "loopback with final dots": ["http://127.0.0.1./", "http://127.0.0.1../"],
  "v4-mapped IPv6": ["http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[0:0:0:0:0:FFFF:10.0.0.1]/"],
  "v4-compatible IPv6": ["http://[::127.0.0.1]/", "http://[::8.8.8.8]/"],
  "ISATAP": ["http://[fe80::5efe:127.0.0.1]/", "http://[2606:4700::5efe:a00:1]/"],
  "the unspecified address": ["http://0.0.0.0/", "http://[::]/"],
  "localhost, with and without dots": [
    ...["http://localhost/", "http://localhost./", "http://LOCALHOST/", "http://foo.localhost/"],
    ...["http://foo.localhost./", "http://ｌｏｃａｌｈｏｓｔ/", "http://local%68ost/", "http://localhost../"],
  ],
  "names of private networks": [
    ...["http://cache.localhost/", "http://metadata.google.internal/", "http://printer.local/", "http://router.lan/"],
    ...["http://nas.home.arpa/", "http://localhost.localdomain/"],
  ],
  "names without a dot": ["http://redis/", "http://metadata/", "http://intranet./"],
  "names with an empty label": ["http://a..example/", "http://.example/", "http://a.example../"],
  "private networks": ["http://10.0.0.1/", "http://172.16.0.1/", "http://192.168.0.1/", "http://[fc00::1]/"],
  "cloud metadata": [
    ...["http://169.254.169.254/latest/meta-data/", "http://2852039166/", "http://[fd00:ec2::254]/"],
    ...["http://100.100.100.200/", "http://168.63.129.16/"],
  ],
  "ports of other services": [
    ...["http://example.com:0/", "http://example.com:22/", "http://example.com:25/", "http://example.com:6379/"],
    ...["https://example.com:11211/", "http://example.com:2375/"],
  ],
};

for (const [kind, texts] of Object.entries(FORBIDDEN)) {
  Deno.test(`checkAddress() forbids ${kind}`, async () => {
    for (const text of texts) await assertForbidden(text);
  });
}

Deno.test("checkAddress() forbids a name with a private A or AAAA record, alone or among public ones", async () => {
  const records = [[PRIVATE_V4], [PRIVATE_V6], [PUBLIC_V4, PRIVATE_V6], [PUBLIC_V4, PUBLIC_V6, PRIVATE_V4], ["127.1"]];
  for (const addresses of records) {
    const { message } = await assertForbidden("http://pictures.example/secret?token=1", { addresses });
    assert(!/10\.1\.2\.3|token/.test(message), "reveals an address of our network, or a secret");
  }
});

Deno.test("checkAddress() returns the host, the port and every address, and resolves no literal", async () => {
  const named = await check("https://Pictures.Example.:8443/a?b", { addresses: [PUBLIC_V4, PUBLIC_V6] });
  assertEquals([named.host, named.port, named.addresses], ["pictures.example", 8443, [PUBLIC_V4, PUBLIC_V6]]);
  const literal = await check(`https://[${PUBLIC_V6}]/`, { addresses: [PRIVATE_V4] });
  assertEquals([literal.host, literal.port, literal.addresses], [PUBLIC_V6, 443, [PUBLIC_V6]]);
});

Deno.test("checkAddress() throws source_failed for a name that does not resolve", async () => {
  const resolve = () => Promise.reject(new Error("NXDOMAIN"));
  assertEquals(
    (await assertRejects(() => check("http://pictures.example/", { resolve }), ApiError)).code,
    "source_failed",
  );
});

Deno.test("checkAddress() accepts a private host of PRIVATE_HOSTS, on its port only, and no name that leads to it", async () => {
  const privateHosts = ["127.0.0.1:9000", "[::1]:6379", "nas.local:80"];
  assertEquals((await check("http://127.0.0.1:9000/", { privateHosts })).port, 9000);
  assertEquals((await check("http://[::1]:6379/", { privateHosts })).host, "::1");
  assertEquals((await check("http://NAS.local./", { privateHosts, addresses: [PRIVATE_V4] })).addresses, [PRIVATE_V4]);
  await assertForbidden("http://127.0.0.1:9001/", { privateHosts });
  await assertForbidden("https://nas.local/", { privateHosts });
  await assertForbidden("http://pictures.example:9000/", { privateHosts, addresses: ["127.0.0.1"] });
});

Deno.test("checkAddress() accepts only the hosts of SOURCE_HOSTS, also of those in PRIVATE_HOSTS", async () => {
  const sourceHosts = ["example.org", "*.example.com", "[2606:2800:220:1::1]"];
  const allowed = [
    "http://example.org/",
    "https://EXAMPLE.org.:8443/",
    "http://a.example.com/",
    "http://a.b.example.com/",
  ];
  for (const url of [...allowed, "http://[2606:2800:220:1::1]/"]) await check(url, { sourceHosts });
  const others = [
    "http://www.example.org/",
    "http://example.com/",
    "http://aexample.com/",
    "http://example.org.evil.example/",
  ];
  for (const url of [...others, "http://93.184.216.34/"]) await assertForbidden(url, { sourceHosts });
  await assertForbidden("http://nas.local/", { sourceHosts, privateHosts: ["nas.local:80"] });
  await check("http://nas.local/", { sourceHosts: ["nas.local"], privateHosts: ["nas.local:80"] });
  await assertForbidden("http://example.org/", { sourceHosts, addresses: [PRIVATE_V4] });
});
