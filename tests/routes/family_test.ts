import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import sharp from "sharp";
import { ANIMALS } from "@pawkit/animals";
import { startApp } from "@/tests/app.ts";

const call = await startApp({ RATE_LIMIT: "off" });

async function json(path: string) {
  return await (await call(path)).json();
}

Deno.test("GET /{kind}/{name}+{name} is the child of two animals, for every kind and in every form", async () => {
  for (const kind of ANIMALS) {
    const { name, item, parents } = await json(`/${kind}/Ada+Grace.json`);
    const [ada, grace] = [await json(`/${kind}/Ada.json`), await json(`/${kind}/Grace.json`)];
    assertEquals(name, "Ada+Grace");
    assertEquals(parents, [{ name: "Ada", ...ada.item }, { name: "Grace", ...grace.item }]);
    assertEquals(item.id, [ada.item.id, grace.item.id].sort().join("-"));
    const bytes = await (await call(`/${kind}/Ada+Grace.png?size=32`)).bytes();
    assertEquals(await (await call(new URL(item.url).pathname + "?size=32")).bytes(), bytes);
    assertEquals(await (await call(`/${kind}/grace+%20ADA.png?size=32`)).bytes(), bytes, "whatever their order");
    assertNotEquals(await (await call(`/${kind}/Ada.png?size=32`)).bytes(), bytes);
    const text = await (await call(`/${kind}/Ada+Grace`, { headers: { "user-agent": "curl/8" } })).text();
    const origin = `http://paw.example/${kind}`;
    const family = `Its parents are Ada and Grace:\n${origin}/Ada\n${origin}/Grace\n`;
    assert(text.endsWith(`\nAda+Grace is ${item.alt}.\n${origin}/Ada+Grace.png\n${family}`), text);
  }
});

Deno.test("GET /{kind}/{name}+{name} is a page with both parents, and its card shows all three", async () => {
  const html = await (await call("/fish/Ada+Gr%2Face")).text();
  assertMatch(html, />Ada\+<wbr ?>Gr\/ace<\/h1>/);
  assertMatch(
    html,
    />Parents<\/h2><ul class="family" aria-labelledby="parents"><li ?><a href="\/fish\/Ada"><img src="[^"]+\.svg"/,
  );
  assertStringIncludes(html, '<a href="/fish/Gr%2Face">');
  for (
    const link of ['href="/cat/Ada+Gr%2Face"', 'href="/fish/Ada+Gr%2Face.webp', "/fish/Ada+Gr%2Face.png?size=card"]
  ) {
    assertStringIncludes(html, link);
  }
  const card = await (await call("/fish/Ada+Grace.png?size=card")).bytes();
  const { width, height } = await sharp(card).metadata();
  assertEquals([width, height], [1200, 630]);
});

Deno.test("GET says that an animal has two parents, in a path and in the form", async () => {
  const paths = [
    "/cat/Ada+Grace+Zoe",
    "/cat/Ada+Grace+Zoe.png",
    "/cat/a++b",
    "/cat?seed=Ada%2BGrace%2BZoe",
    "/random?seed=a%2Bb%2Bc",
  ];
  for (const path of paths) {
    const response = await call(path, { headers: { accept: "application/json" } });
    const { code, message } = await response.json();
    assertEquals([response.status, code], [400, "invalid_parameter"], path);
    assertStringIncludes(message, "must have one plus, because an animal has two parents");
  }
  assertEquals((await json("/cat/Ada%2BGrace%2BZoe.json")).name, "Ada+Grace+Zoe");
});

Deno.test("GET takes every other plus for a part of a name", async () => {
  const nameOf = async (path: string) => {
    const { name, parents } = await json(path);
    return [name, parents === undefined];
  };
  assertEquals(await nameOf("/cat/Ada%2BGrace.json"), ["Ada+Grace", true]);
  assertEquals(await nameOf("/cat/+Ada.json"), ["+Ada", true]);
  assertEquals(await nameOf("/cat/Ada+%20.json"), ["Ada+", true]);
  assertEquals(await nameOf("/cat/+.json"), ["+", true]);
  assertEquals(await nameOf("/cat/Ada+ADA.json"), ["Ada", true], "an animal and itself have no child");
  const { item } = await json("/cat/Ada%2BGrace.json");
  assertEquals(item, (await json("/api/v2/random/animal/cat?seed=Ada%2BGrace")).item, "seed has no families");
  assertNotEquals(item, (await json("/cat/Ada+Grace.json")).item);
});

Deno.test("GET /{kind}/{name}+{name} accepts 64 characters on both sides, and only names with a page", async () => {
  const long = "x".repeat(64);
  assertEquals((await call(`/cat/${long}+${"y".repeat(64)}.svg`)).status, 200);
  for (const name of [`${long}x+y`, `y+${long}x`, "..+Ada", "Ada+%2E.png", "Ada.png+Grace", "Ada+Grace.txt.json"]) {
    const response = await call(`/cat/${name}`);
    const { code, details } = await response.json();
    assertEquals([response.status, code, details.parameter], [400, "invalid_parameter", "name"], name);
  }
  assertEquals((await call("/cat/Ada+%FF")).status, 400);
});

Deno.test("filters accept the picture of a family", async () => {
  const image = encodeURIComponent("/bird/Ada+Grace.png?size=32");
  const response = await call(`/api/v2/filter/invert?image=${image}`);
  assertEquals([response.status, response.headers.get("content-type")], [200, "image/png"]);
  assert((await response.bytes()).length > 100);
});

Deno.test("GET /{kind}?seed= leads to the child of two names, also of long ones, and names its parameter in errors", async () => {
  const [first, second] = ["a".repeat(64), "b".repeat(64)];
  const location = async (seed: string) => (await call(`/cat?seed=${seed}`)).headers.get("location");
  assertEquals(await location(`${first}%2B${second}`), `/cat/${first}+${second}`);
  const { details } = await (await call("/cat?seed=Ada.png%2BGrace", { headers: { accept: "application/json" } }))
    .json();
  assertEquals(details.parameter, "seed");
});

Deno.test("GET /{kind}?seed=&with= leads to the child of two names, and the page of an animal has the form for it", async () => {
  const locate = async (query: string) => (await call(`/cat?${query}`)).headers.get("location");
  const long = "x".repeat(64);
  assertEquals(await locate("seed=Ada&with=Grace"), "/cat/Ada+Grace");
  assertEquals(await locate("seed=%20Ada%20&with=Gr/ace%20"), "/cat/Ada+Gr%2Face");
  assertEquals(await locate(`seed=Ada&with=${long}`), `/cat/Ada+${long}`);
  assertEquals(await locate("seed=Ada&with=ada"), "/cat/Ada", "an animal and itself have no child");
  for (const query of ["seed=Ada", "seed=Ada&with=", "seed=Ada&with=%20", "with=Ada", "seed=&with=Ada"]) {
    assertEquals(await locate(query), "/cat/Ada", query);
  }
  assertMatch(await locate("seed=&with=") ?? "", /^\/cat\/\w+-\w+$/);
  const html = await (await call("/cat/Zo%C3%AB%22%20B")).text();
  assertMatch(html, /<form action="\/cat"[^>]*><input type="hidden" name="seed" value="Zoë&quot; B"[^>]*>/);
  assertMatch(html, /<input id="with" name="with"/);
});

Deno.test("GET /{kind}?seed=&with= returns 400 for a name without a page, and for a third parent", async () => {
  const errors: [query: string, parameter: string, reason: string][] = [
    [`seed=Ada&with=${"x".repeat(65)}`, "with", "must have 1 to 64 characters"],
    [`seed=${"x".repeat(65)}&with=Ada`, "seed", "must have 1 to 64 characters"],
    [`seed=a${"%CC%81".repeat(500)}`, "seed", "must have 1 to 64 characters"],
    ["seed=Ada&with=Grace%2BZoe", "with", "must be one name, because a child has two parents"],
    ["seed=Ada%2BGrace&with=Zoe", "seed", "must be one name, because a child has two parents"],
    ["seed=Ada&with=..", "with", 'must not be "." or ".."'],
    ["seed=Ada&with=Grace.png", "with", 'must not end in ".png"'],
    ["seed=Ada&with=Grace&with=Zoe", "with", "must"],
  ];
  for (const [query, parameter, reason] of errors) {
    for (const path of ["/cat", "/random"]) {
      const response = await call(`${path}?${query}`, { headers: { accept: "application/json" } });
      const { code, message, details } = await response.json();
      assertEquals([response.status, code, details.parameter], [400, "invalid_parameter", parameter], query);
      assertStringIncludes(message, reason);
    }
  }
});

Deno.test("GET /{kind}/{name} has no form for a child where it would lead to a third parent", async () => {
  for (const path of ["/cat/Ada+Grace", "/cat/Ada%2BGrace"]) {
    assertEquals((await (await call(path)).text()).includes('name="with"'), false, path);
  }
  assertStringIncludes(await (await call("/cat/Ada+Grace")).text(), "It is the child of two");
});
