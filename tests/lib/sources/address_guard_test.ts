import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createAllowedHosts, guardTarget, type Target } from "@/lib/sources/address_guard.ts";
import { parseImageUrl } from "@/lib/sources/image_url.ts";
import { acquireLookup } from "./downloading.ts";
import { ApiError } from "@/lib/http/errors.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

const PUBLIC_V4 = "93.184.216.34";
const PUBLIC_V6 = "2606:2800:220:1::1";
const PRIVATE_V4 = "10.1.2.3";
const PRIVATE_V6 = "fd00:ec2::254";

interface GuardSetup {
  readonly addresses?: readonly string[];
  readonly allow?: readonly string[];
}

function guard(text: string, { addresses = [PUBLIC_V4], allow = [] }: GuardSetup = {}): Promise<Target> {
  return guardTarget(parseImageUrl(text), {
    isAllowed: createAllowedHosts(allow),
    signal: new AbortController().signal,
    acquireLookup,
    resolve: () => Promise.resolve(addresses),
  });
}

async function assertForbidden(text: string, setup?: GuardSetup): Promise<ApiError> {
  const error = await assertRejects(() => guard(text, setup), ApiError, undefined, text);
  assertEquals(error.code, "forbidden_address", `${text}: ${error.message}`);
  return error;
}

// Each spelling of a private address or name has passed some guard somewhere. The resolver returns a public address for
// every name, so that only the IP literal or the name itself can be what is forbidden.
// public_address_test.ts has all ranges.
const FORBIDDEN = {
  "loopback in decimal": ["http://2130706433/"],
  "loopback in octal": ["http://0177.0.0.1/", "http://0177.0.0.01/", "http://017700000001/"],
  "loopback in hex": ["http://0x7f.0.0.1/", "http://0x7f000001/", "http://0x7F.0x0.0x0.0x1/"],
  "loopback in short": ["http://127.1/", "http://127.0.1/", "http://0/"],
  "loopback in other scripts": ["http://１２７.０.０.１/", "http://①②⑦.⓪.⓪.①/", "http://127。0。0。1/"],
  "loopback percent-encoded": ["http://%31%32%37.0.0.1/", "http://127%2e0%2e0%2e1/"],
  "loopback with final dots": ["http://127.0.0.1./", "http://127.0.0.1../"],
  "v4-mapped IPv6": ["http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[0:0:0:0:0:FFFF:10.0.0.1]/"],
  "v4-compatible IPv6": ["http://[::127.0.0.1]/", "http://[::8.8.8.8]/"],
  "ISATAP": ["http://[fe80::5efe:127.0.0.1]/", "http://[2606:4700::5efe:a00:1]/"],
  "the unspecified address": ["http://0.0.0.0/", "http://[::]/"],
  "localhost, with and without dots": [
    "http://localhost/",
    "http://localhost./",
    "http://LOCALHOST/",
    "http://foo.localhost/",
    "http://foo.localhost./",
    "http://ｌｏｃａｌｈｏｓｔ/",
    "http://local%68ost/",
    "http://localhost../",
  ],
  "names of private networks": [
    "http://cache.localhost/",
    "http://metadata.google.internal/",
    "http://printer.local/",
    "http://router.lan/",
    "http://nas.home.arpa/",
    "http://localhost.localdomain/",
  ],
  "names without a dot": ["http://redis/", "http://metadata/", "http://intranet./"],
  "names with an empty label": ["http://a..example/", "http://.example/", "http://a.example../"],
  "private networks": ["http://10.0.0.1/", "http://172.16.0.1/", "http://192.168.0.1/", "http://[fc00::1]/"],
  "cloud metadata": [
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://[fd00:ec2::254]/",
    "http://100.100.100.200/",
    "http://168.63.129.16/",
  ],
  "ports of other services": [
    "http://example.com:0/",
    "http://example.com:22/",
    "http://example.com:25/",
    "http://example.com:6379/",
    "https://example.com:11211/",
    "http://example.com:2375/",
  ],
};

for (const [kind, texts] of Object.entries(FORBIDDEN)) {
  Deno.test(`guardTarget() forbids ${kind}`, async () => {
    for (const text of texts) await assertForbidden(text);
  });
}

Deno.test("guardTarget() throws an error that names the forbidden address, but not the query", async () => {
  const { message } = await assertForbidden("http://10.0.0.1/secret?token=1");
  assertStringIncludes(message, "10.0.0.1");
  assert(!message.includes("token"));
});

Deno.test("guardTarget() forbids a name with a private A or AAAA record, alone or among public ones", async () => {
  const records = [[PRIVATE_V4], [PRIVATE_V6], [PUBLIC_V4, PRIVATE_V6], [PRIVATE_V4, PUBLIC_V6], [
    PUBLIC_V4,
    PUBLIC_V6,
    PRIVATE_V4,
  ]];
  for (const addresses of records) {
    const { message } = await assertForbidden("http://pictures.example/", { addresses });
    assert(!message.includes("10.1.2.3"), "reveals an address of our network");
  }
});

Deno.test("guardTarget() forbids a name when the resolver returns something that is not an address", async () => {
  for (const address of ["", "fe80::1%eth0", "127.1", "pictures.example"]) {
    await assertForbidden("http://pictures.example/", { addresses: [address] });
  }
});

Deno.test("guardTarget() returns every checked address of a public name", async () => {
  const target = await guard("https://Pictures.Example.:8443/a?b", { addresses: [PUBLIC_V4, PUBLIC_V6] });
  assertEquals([target.host, target.port], ["pictures.example", 8443]);
  assertEquals(target.addresses, [PUBLIC_V4, PUBLIC_V6]);
});

Deno.test("guardTarget() checks and returns the first 64 addresses of a name", async () => {
  const addresses = Array.from({ length: 64 }, (_, index) => `93.184.216.${index}`);
  const url = "http://a.example/";
  assertEquals((await guard(url, { addresses: [...addresses, PUBLIC_V4, PRIVATE_V4] })).addresses, addresses);
  await assertForbidden(url, { addresses: addresses.with(63, PRIVATE_V4) });
});

Deno.test("guardTarget() accepts public IP literals without a resolver", async () => {
  const v4 = await guard("http://93.184.216.34/", { addresses: [PRIVATE_V4] });
  assertEquals([v4.addresses, v4.port], [[PUBLIC_V4], 80]);
  const v6 = await guard("https://[2606:2800:220:1::1]/", { addresses: [PRIVATE_V4] });
  assertEquals([v6.addresses, v6.port], [[PUBLIC_V6], 443]);
});

Deno.test("guardTarget() throws source_failed for a name that does not resolve or has no address", async () => {
  const empty = () => guard("http://pictures.example/", { addresses: [] });
  assertEquals((await assertRejects(empty, ApiError)).code, "source_failed");
  const failing = guardTarget(new URL("http://pictures.example/?token=1"), {
    isAllowed: () => false,
    signal: new AbortController().signal,
    acquireLookup,
    resolve: () => Promise.reject(new Error("NXDOMAIN")),
  });
  const error = await assertRejects(() => failing, ApiError);
  assertEquals([error.code, error.message.includes("token")], ["source_failed", false]);
});

Deno.test("guardTarget() passes on the overloaded error of the resolver", async () => {
  const busy = guardTarget(new URL("http://pictures.example/"), {
    isAllowed: () => false,
    signal: new AbortController().signal,
    acquireLookup,
    resolve: () => Promise.reject(new ApiError("overloaded", "Too many names")),
  });
  assertEquals((await assertRejects(() => busy, ApiError)).code, "overloaded");
});

Deno.test("guardTarget() accepts an allowed host, and only on its port if the entry has one", async () => {
  assertEquals((await guard("http://127.0.0.1:9000/", { allow: ["127.0.0.1:9000"] })).port, 9000);
  assertEquals((await guard("http://[::1]:6379/", { allow: ["[::1]"] })).host, "::1");
  assertEquals((await guard("http://nas.local/", { allow: ["nas.local"], addresses: [PRIVATE_V4] })).port, 80);
  await assertForbidden("http://127.0.0.1:9001/", { allow: ["127.0.0.1:9000"] });
  await assertForbidden("http://127.0.0.2/", { allow: ["127.0.0.1"] });
});

Deno.test("guardTarget() forbids a name that resolves to an allowed address", async () => {
  const loopback = "127.0.0.1";
  await assertForbidden("http://pictures.example/", { allow: ["127.0.0.1", "localhost"], addresses: [loopback] });
});

Deno.test("createAllowedHosts() allows nothing if it has no entries", () => {
  assertEquals(createAllowedHosts([])("127.0.0.1", 80), false);
});

Deno.test("createAllowedHosts() allows a host on every port, or on the port of the entry", () => {
  const isAllowed = createAllowedHosts(["localhost", "127.0.0.1:9000", "nas.local:80", "other.local:443"]);
  assertEquals([isAllowed("localhost", 1), isAllowed("localhost", 65535)], [true, true]);
  assertEquals([isAllowed("127.0.0.1", 9000), isAllowed("127.0.0.1", 80)], [true, false]);
  assertEquals([isAllowed("nas.local", 80), isAllowed("nas.local", 443)], [true, false]);
  assertEquals([isAllowed("other.local", 443), isAllowed("other.local", 80)], [true, false]);
  assertEquals(isAllowed("sub.localhost", 80), false);
});

Deno.test("createAllowedHosts() normalizes the spelling of a host as URLs do", () => {
  const isAllowed = createAllowedHosts(["LocalHost.", "[0:0::1]", "[::2]", "[::3]:8080", "127.1"]);
  assertEquals([isAllowed("localhost", 80), isAllowed("::1", 80), isAllowed("::2", 80)], [true, true, true]);
  assertEquals([isAllowed("::3", 8080), isAllowed("::3", 80), isAllowed("127.0.0.1", 80)], [true, false, true]);
});
