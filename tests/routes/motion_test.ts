import { assertEquals, assertMatch, assertNotMatch, assertStringIncludes } from "@std/assert";
import { startApp } from "@/tests/app.ts";

const call = await startApp();

async function read(path: string, headers: HeadersInit = {}): Promise<{ text: string; policy: string | null }> {
  const response = await call(path, { headers });
  assertEquals([response.status, response.headers.get("content-type")], [200, "image/svg+xml"], path);
  return { text: await response.text(), policy: response.headers.get("content-security-policy") };
}

Deno.test("motion=on draws a moving SVG, the same by name, by id and by seed, with a policy of its own", async () => {
  const { item } = await (await call("/api/v2/random/animal/cat?seed=Ada&type=svg&motion=on&view=face")).json();
  const { pathname, search } = new URL(item.url);
  assertEquals(search, "?view=face&motion=on");
  const paths = [
    pathname + search,
    "/cat/Ada.svg?motion=on&view=face",
    "/api/v2/random/animal/cat?seed=Ada&type=svg&motion=on&view=face&format=image",
    "/api/v1/animals/cat?seed=Ada&type=svg&motion=on&view=face&format=image",
  ];
  const pictures = await Promise.all(paths.map((path) => read(path)));
  for (const picture of pictures) assertEquals(picture, pictures[0]);
  assertMatch(pictures[0]!.text, /<style>@media \(prefers-reduced-motion:no-preference\)\{/);
  assertEquals(pictures[0]!.policy, "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  await (await call("/api/v2/random/animal?type=svg&motion=on&format=image")).body?.cancel();
});

Deno.test("an SVG without motion=on, or with an empty one, stays still and keeps its policy", async () => {
  await read("/fox/Ada.svg?motion=on");
  for (const path of ["/fox/Ada.svg", "/fox/Ada.svg?motion="]) {
    const { text, policy } = await read(path);
    assertNotMatch(text, /<style>/);
    assertEquals(policy, "default-src 'none'; sandbox");
  }
});

Deno.test("motion=on is in item.url of a name and of both parents", async () => {
  const { item, parents } = await (await call("/cat/Ada+Grace.json?type=svg&motion=on")).json();
  for (const { url } of [item, ...parents]) assertMatch(url, /\.svg\?motion=on$/);
});

Deno.test("motion=on moves what a caller gets that prefers SVG alone", async () => {
  assertMatch((await read("/cat/Ada?motion=on", { accept: "image/svg+xml" })).text, /<style>/);
});

Deno.test("motion=on is a 400 for everything but SVG, with the address that was probably meant", async () => {
  const moving = {
    "/cat/Ada.png?motion=on": "/cat/Ada.svg?motion=on",
    "/cat/Ada.webp?motion=on&size=64": "/cat/Ada.svg?motion=on&size=64",
    "/cat/Ada.txt?motion=on": "/cat/Ada.svg?motion=on",
    "/cat/Ada.txt?columns=20&motion=on&colors=256": "/cat/Ada.svg?motion=on",
    "/cat/A%2Bb+Grace?motion=on": "/cat/A%2Bb+Grace.svg?motion=on",
    "/cat/Ada.json?motion=on": "/cat/Ada.json?motion=on&type=svg",
    "/cat/Ada.json?motion=on&type=webp": "/cat/Ada.json?motion=on&type=svg",
    "/api/v2/random/animal?motion=on": "type=svg",
    "/api/v2/random/animal/cat?motion=on&type=png&format=image": "type=svg",
    "/api/v1/animals/cat?motion=on": "type=svg",
    "/images/animals/cat/io1dwf90.png?motion=on": undefined,
  };
  for (const [path, suggestion] of Object.entries(moving)) {
    const { code, message, details } = await (await call(path)).json();
    assertEquals([code, details.parameter, details.suggestion], ["invalid_parameter", "motion", suggestion], path);
    assertStringIncludes(message, 'Cannot read "motion": must be absent unless the picture is an SVG, got "on"');
  }
  const { details } = await (await call("/cat/Ada.png?size=card&motion=on")).json();
  assertEquals(details.parameter, "motion");
});

Deno.test("GET /{kind}/{name} as JSON or as a page rejects motion=on with the address of its form", async () => {
  const json = await (await call("/cat/Ada?motion=on", { headers: { accept: "application/json" } })).json();
  assertEquals(json.details.suggestion, "/cat/Ada.json?motion=on&type=svg");
  const response = await call("/cat/Ada?motion=on", { headers: { accept: "text/html" } });
  assertEquals(response.status, 400);
  assertStringIncludes(await response.text(), "/cat/Ada.svg?motion=on");
});

Deno.test("GET /api/v2/filter/{steps} filters the still picture of a moving SVG, but rejects a moving PNG", async () => {
  const filter = (path: string) => call(`/api/v2/filter/invert?image=${encodeURIComponent(path)}`);
  const { item } = await (await call("/api/v2/random/animal/cat?seed=Ada&type=svg")).json();
  const { pathname } = new URL(item.url);
  const still = await (await filter("/cat/Ada.png")).bytes();
  for (const path of ["/cat/Ada.svg?motion=on", `${pathname}?motion=on`]) {
    assertEquals(await (await filter(path)).bytes(), still, path);
  }
  for (const path of ["/cat/Ada.png?motion=on", `${pathname.replace(".svg", ".png")}?motion=on`]) {
    const { code, details } = await (await filter(path)).json();
    assertEquals([code, details.parameter], ["invalid_parameter", "motion"], path);
  }
});
