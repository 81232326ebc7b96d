import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { startApp } from "@/tests/app.ts";
import { startWithPictures } from "@/tests/routes/operator_pictures.ts";

// One address for everyone: what each client gets at /cat/Ada.

const call = await startApp({ RATE_LIMIT: "off" });
const CHROME = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8";
const [HTML, JSON_TYPE, PNG, TEXT] = [
  "text/html; charset=utf-8",
  "application/json",
  "image/png",
  "text/plain; charset=utf-8",
];

async function typeOf(headers: Record<string, string>, path = "/cat/Ada?size=16"): Promise<string | null> {
  const response = await call(path, { headers });
  await response.body?.cancel();
  assertEquals(response.status, 200);
  return response.headers.get("content-type");
}

Deno.test("GET /{kind}/{name} is what the client prefers", async () => {
  const types: [headers: Record<string, string>, type: string][] = [
    [{}, HTML],
    [{ accept: CHROME, "sec-fetch-dest": "document", "user-agent": "Mozilla/5.0" }, HTML],
    [{ accept: "text/html", "user-agent": "curl/8.5.0" }, HTML],
    [{ accept: "*/*", "user-agent": "python-requests/2.31" }, HTML],
    [{ accept: "*/*", "user-agent": "Mozilla/5.0 (compatible; like curl/8)" }, HTML],
    [{ accept: "text/html, application/json" }, HTML],
    [{ accept: "image/*;q=0.5, text/html" }, HTML],
    [{ accept: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8" }, PNG],
    [{ accept: "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5" }, PNG],
    [{ accept: "image/avif,image/webp,*/*" }, PNG],
    [{ accept: "image/webp;q=0.8,*/*" }, HTML],
    [{ accept: "*/*", "sec-fetch-dest": "image" }, PNG],
    [{ accept: CHROME, "sec-fetch-dest": "image" }, "image/webp"],
    [{ accept: "image/png", "user-agent": "curl/8.5.0" }, PNG],
    [{ accept: "image/webp" }, "image/webp"],
    [{ accept: "image/svg+xml" }, "image/svg+xml"],
    [{ accept: "image/webp,image/*;q=0.8" }, "image/webp"],
    [{ accept: "image/svg+xml;q=0.9,image/*" }, PNG],
    [{ accept: "image/png;q=0.5,image/webp;q=0.9,image/svg+xml" }, "image/svg+xml"],
    [{ accept: "image/jpeg" }, "image/jpeg"],
    [{ accept: "image/jpeg, image/*;q=0.5" }, "image/jpeg"],
    [{ accept: "image/jpeg, image/webp" }, PNG],
    [{ accept: "image/webp,image/svg+xml" }, PNG],
    [{ accept: "image/webp", "sec-fetch-dest": "image" }, "image/webp"],
    [{ accept: "text/plain" }, TEXT],
    [{ accept: "text/plain, */*;q=0.5", "user-agent": "python-requests/2.31" }, TEXT],
    [{ accept: "text/plain;q=0.9, text/html" }, HTML],
    [{ accept: "*/*", "user-agent": "xh/0.22.2" }, TEXT],
    [{ accept: "*/*", "user-agent": "Mozilla/5.0 (Windows NT 10.0) PowerShell/7.4.1" }, TEXT],
    [{ accept: "*/*", "user-agent": "Mozilla/5.0 (Windows NT; en-US) WindowsPowerShell/5.1.1" }, TEXT],
    [{ accept: "application/json" }, JSON_TYPE],
    [{ accept: "application/json, text/plain, */*" }, JSON_TYPE],
    [{ accept: "application/json, */*;q=0.5", "user-agent": "HTTPie/3.2.2" }, JSON_TYPE],
    [{ accept: "application/json;q=0.9, text/html" }, HTML],
    [{ accept: "application/json;q=0" }, HTML],
    [{ accept: "*/*", "user-agent": "curl/8.5.0" }, TEXT],
    [{ "user-agent": "curl/8.5.0" }, TEXT],
    [{ accept: "*/*", "user-agent": "Wget/1.21.4" }, TEXT],
    [{ accept: "*/*", "user-agent": "HTTPie/3.2.2" }, TEXT],
  ];
  for (const [headers, type] of types) assertEquals(await typeOf(headers), type, JSON.stringify(headers));
});

Deno.test("GET / is text with calls that work in a terminal, and a page for everyone else", async () => {
  await using withBase = await startApp({ BASE_URL: "https://paw.test" });
  for (const [app, origin] of [[call, "http://paw.example"], [withBase, "https://paw.test"]] as const) {
    const response = await app("/", { headers: { accept: "*/*", "user-agent": "curl/8.5.0" } });
    const { headers } = response;
    assertEquals([headers.get("content-type"), headers.get("cache-control")], [TEXT, "private, max-age=3600"]);
    assertEquals(headers.get("vary"), "accept, user-agent, sec-fetch-dest");
    const calls = [...(await response.text()).matchAll(/^curl .*?(http[^\s"]*)/gm)].map(([, url = ""]) => url);
    assertEquals(calls.length, 5);
    for (const url of calls) {
      assert(url.startsWith(origin), url);
      const { status, body } = await app(url.slice(origin.length));
      await body?.cancel();
      assertEquals(status, 200, url);
    }
  }
  for (const headers of [{}, { accept: "text/html", "user-agent": "curl/8.5.0" }, { "user-agent": "Mozilla/5.0" }]) {
    assertEquals(await typeOf(headers, "/"), HTML);
  }
  // A shared cache must not send the page to a terminal.
  const page = await withBase("/", { headers: { accept: "text/html" } });
  await page.body?.cancel();
  assertEquals(page.headers.get("cache-control"), "private, max-age=0, stale-while-revalidate=600");
  assertEquals(page.headers.get("vary"), "accept, user-agent, sec-fetch-dest, accept-encoding");
});

Deno.test("GET of an unknown path is JSON in a terminal, unless it asks for a page", async () => {
  const curl = { "user-agent": "curl/8.5.0" };
  const { code, details } = await (await call("/cta/Ada", { headers: curl })).json();
  assertEquals([code, details], ["not_found", { suggestion: "/cat/Ada" }]);
  const page = await call("/cta/Ada", { headers: { ...curl, accept: "text/html" } });
  await page.body?.cancel();
  assertEquals([page.status, page.headers.get("content-type")], [404, HTML]);
});

Deno.test("GET /{kind}/{name} is for the caches of its client only, and says what it depends on", async () => {
  await using withBase = await startApp({ BASE_URL: "https://paw.test" });
  for (
    const headers of [{ accept: CHROME }, { accept: "image/*" }, { accept: JSON_TYPE }, { "user-agent": "curl/8" }]
  ) {
    const response = await withBase("/cat/Ada?size=16", { headers });
    await response.body?.cancel();
    assertEquals(response.headers.get("cache-control"), "private, max-age=3600");
    assertMatch(response.headers.get("vary")!, /^accept, user-agent, sec-fetch-dest(, accept-encoding)?$/);
  }
});

Deno.test("GET /{kind}/{name}.{extension} is one form for every client, for shared caches", async () => {
  await using withBase = await startApp({ BASE_URL: "https://paw.test" });
  const forms = {
    png: PNG,
    webp: "image/webp",
    svg: "image/svg+xml",
    jpg: "image/jpeg",
    jpeg: "image/jpeg",
    json: JSON_TYPE,
    txt: TEXT,
  };
  for (const [extension, type] of Object.entries(forms)) {
    const path = `/cat/Ada.${extension}?size=16`;
    for (const headers of [{ accept: CHROME }, { accept: "image/*" }, { "user-agent": "curl/8" }]) {
      assertEquals(await typeOf(headers, path), type);
    }
    const caching = await Promise.all([withBase(path), call(path)].map(async (sent) => {
      const { headers, body } = await sent;
      await body?.cancel();
      assert(!headers.get("vary")?.includes("user-agent"));
      return headers.get("cache-control");
    }));
    // Without BASE_URL, text and JSON contain the host of the request.
    const own = extension === "json" || extension === "txt" ? "private" : "public";
    assertEquals(caching, ["public, max-age=86400", `${own}, max-age=86400`], extension);
  }
});

Deno.test("GET /{kind}/{name}.{extension} takes extensions in any case", async () => {
  for (
    const [upper, lower] of [["/cat/Ada.PNG", "/cat/ada.png"], ["/fox/Ada+Grace.Svg", "/fox/ada+grace.svg"]] as const
  ) {
    const [one, other] = [await call(`${upper}?size=16`), await call(`${lower}?size=16`)];
    assertEquals(one.headers.get("cache-control"), "public, max-age=86400");
    assertEquals(await one.bytes(), await other.bytes());
  }
  assertEquals((await (await call("/cat/Ada.GIF")).json()).details.value, "gif");
  assertEquals((await (await call("/cat?seed=Ada.PNG")).json()).status, 400);
});

Deno.test("GET /{kind}/{name}.json is the response for the seed, and the name", async () => {
  const { name, ...rest } = await (await call("/fox/%20Ada%20%20L.json?view=face&type=svg")).json();
  assertEquals(name, "Ada L");
  assertEquals(rest, await (await call("/api/v2/random/animal/fox?seed=ada+l&view=face&type=svg")).json());
});

Deno.test("GET /{kind}/{name}.txt is a picture of 40 columns, a sentence and the address of the picture", async () => {
  const lines = (await (await call("/dog/Zo%C3%AB.txt")).text()).split("\n");
  const { item } = await (await call("/dog/Zo%C3%AB.json")).json();
  assertEquals(lines.slice(-4), ["", `Zoë is ${item.alt}.`, "http://paw.example/dog/Zo%C3%AB.png", ""]);
  const picture = lines.slice(0, -4);
  assertEquals(picture.length, 20);
  // deno-lint-ignore no-control-regex -- the codes of colours
  const columns = picture.map((line) => line.replaceAll(/\x1b\[[\d;]*m/g, ""));
  assertEquals(columns[10], "▀".repeat(40));
  for (const line of picture) assert(line.endsWith("\x1b[0m"));
  assertNotEquals(await (await call("/dog/Zo%C3%AB.txt?view=face")).text(), lines.join("\n"));
  assertStringIncludes(await (await call("/dog/Ada.txt?view=face")).text(), "\nAda's face: a ");
  assertStringIncludes(await (await call("/dog/Ada.txt?view=face")).text(), "/dog/Ada.png?view=face\n");
});

Deno.test("GET /{kind}/{name}.txt writes nothing of the name that a terminal would obey", async () => {
  const text = await (await call("/cat/a%1B%5D0;x%07%C2%9B%E2%80%AEb.txt")).text();
  // deno-lint-ignore no-control-regex -- the codes of colours are the only ones
  assertMatch(text.replaceAll(/\x1b\[[\d;]*m/g, ""), /^[^\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]*$/);
  assertStringIncludes(text, "a\\u001b]0;x\\u0007\\u009bb is a");
});

Deno.test("GET /{kind}/{name}.json escapes such characters, which a program reads as they were", async () => {
  const text = await (await call("/cat/a%C2%9B%E2%80%AEb+c%C2%9B.json")).text();
  assertMatch(text, /^[^\x7f-\x9f\u202e]*$/);
  const { name, parents } = JSON.parse(text);
  assertEquals([name, parents[1].name], ["a\u009bb+c\u009b", "c\u009b"]);
});

Deno.test("GET /{kind}/{name} ignores case, blanks, accents' form and what is invisible, and shows the name as typed", async () => {
  const read = async (path: string) => await (await call(path)).bytes();
  const ada = await read("/cat/Zo%C3%AB%20B.png?size=16");
  for (const name of ["zo%C3%AB%20b", "ZO%C3%8B%20%20B", "%20Zoe%CC%88%09B%20", "Zo%C3%AB%E2%80%8B%20B%EF%BB%BF"]) {
    assertEquals(await read(`/cat/${name}.png?size=16`), ada, name);
    assertEquals(await read(`/api/v2/random/animal/cat?seed=${name}&format=image&size=16`), ada, name);
  }
  assertStringIncludes(await (await call("/cat/ADA")).text(), ">ADA</h1>");
  for (const path of ["/cat?seed=%20Ada%20%20L%20", "/cat?seed=Ada+L"]) {
    assertEquals((await call(path)).headers.get("location"), "/cat/Ada%20L");
  }
  assertMatch((await call("/cat?seed=%20%20")).headers.get("location")!, /^\/cat\/[A-Z][a-z]+-[A-Z][a-z]+$/);
  // The seeds of other endpoints stay exact.
  const texts = await Promise.all(
    ["Ada", "ada", "ada ", "ADA", "aDa"].map(async (seed) =>
      await (await call(`/api/v2/random/kaomoji/cat?format=text&seed=${encodeURIComponent(seed)}`)).text()
    ),
  );
  assert(new Set(texts).size > 1);
});

Deno.test("GET /{kind}/{name} in any form rejects parameters that are out of range", async () => {
  const paths = ["/cat/Ada", "/cat/Ada.png", "/cat/Ada.svg", "/cat/Ada.json", "/cat/Ada.txt"];
  for (const path of paths) {
    for (const query of ["size=15", "size=1025", "view=back", "radius=0", "radius=2049", "background=red"]) {
      const response = await call(`${path}?${query}`);
      const { code, details } = await response.json();
      assertEquals([response.status, code, details.parameter], [400, "invalid_parameter", query.split("=")[0]]);
    }
  }
});

Deno.test("GET /{kind}/{name} names the right address for a parameter of random animals", async () => {
  const addresses = {
    "/cat/Ada.png?format=webp": "/cat/Ada.webp",
    "/cat/Ada.png?format=jpeg&size=64": "/cat/Ada.jpg?size=64",
    "/cat/Ada.webp?type=jpg": "/cat/Ada.jpg",
    "/cat/Ada?format=json": "/cat/Ada.json",
    "/cat/Ada?format=json&type=svg&size=64": "/cat/Ada.json?type=svg&size=64",
    "/cat/Ada.json?format=text": "/cat/Ada.txt",
    "/cat/Ada?format=image&type=svg&view=face": "/cat/Ada.svg?view=face",
    "/cat/Ada.svg?format=image": "/cat/Ada.png",
    "/cat/Ada?type=constructor": "/cat/Ada.png",
    "/cat/Ada?format=constructor": "/cat/Ada.png",
    "/fox/Ada+Gr%2Face.txt?type=webp": "/fox/Ada+Gr%2Face.webp",
    "/cat/Ada.png?count=3&size=64": "/api/v2/random/animal/cat?count=3&size=64",
    "/cat/Ada.png?seed=Grace%20H&size=64": "/cat/Grace%20H.png?size=64",
    "/cat/Ada?seed=Grace": "/cat/Grace",
  };
  for (const [path, address] of Object.entries(addresses)) {
    for (const accept of ["application/json", "*/*"]) {
      const response = await call(path, { headers: { accept } });
      const { code, details } = await response.json();
      assertEquals([response.status, code, details.suggestion], [400, "invalid_parameter", address], path);
    }
    assertEquals((await call(address)).status, 200);
  }
  const filter = await call(`/api/v2/filter/invert?image=${encodeURIComponent("/cat/Ada.png?type=webp")}`);
  assertEquals((await filter.json()).details.suggestion, "/cat/Ada.webp");
  const { item } = await (await call("/cat/Ada.json?type=svg&format=&count=&seed=")).json();
  assertEquals(item.mediaType, "image/svg+xml");
});

Deno.test("GET /{kind}/{name} in a terminal describes a photograph of the operator without drawing it", async () => {
  const { call: started, directory } = await startWithPictures();
  await using call = started;
  assertEquals(await (await call("/cat/Ada.txt")).text(), "Ada is our cat.\nhttp://paw.example/cat/Ada.png\n");
  const { item, parents } = await (await call("/cat/Ada+Grace.json")).json();
  assertEquals([item.alt, parents.length], ["our cat", 2]);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("GET of an operator's picture by name or seed may be stored for five seconds, and the file for a week", async () => {
  const { call: started, directory } = await startWithPictures();
  await using call = started;
  const cacheOf = async (path: string, headers: Record<string, string> = {}) => {
    const response = await call(path, { headers });
    await response.body?.cancel();
    return response.headers.get("cache-control");
  };
  const random = "/api/v2/random/animal";
  for (const kind of ["cat", "fox"]) {
    assertEquals(await cacheOf(`/${kind}/Ada.png`), "public, max-age=5");
    for (const query of ["format=image", "format=redirect"]) {
      assertEquals(await cacheOf(`${random}/${kind}?seed=a&${query}`), "public, max-age=5", query);
    }
    for (
      const path of [`/${kind}/Ada.json`, `/${kind}/Ada.txt`, `/${kind}/Ada+Grace`, `${random}/${kind}?seed=a&count=2`]
    ) {
      assertEquals(await cacheOf(path), "private, max-age=5", path);
    }
    assertEquals(await cacheOf(`/${kind}/Ada`, { accept: "image/*" }), "private, max-age=5");
    assertEquals(await cacheOf(`${random}/${kind}?format=image`), "no-store");
  }
  assertEquals(await cacheOf(`${random}?seed=a&count=50`), "private, max-age=5");
  assertEquals(await cacheOf("/dog/Ada.png?size=16"), "public, max-age=86400");
  const { item } = await (await call("/cat/Ada.json")).json();
  assertEquals(await cacheOf(new URL(item.url).pathname), "public, max-age=604800");
  const filter = "/api/v2/filter/invert?image=";
  assertMatch(await cacheOf(`${filter}/cat/Ada.png`) ?? "", /^public, (max-age=[1-5]|no-cache)$/);
  assertMatch(await cacheOf(filter + new URL(item.url).pathname) ?? "", /^public, max-age=8\d{4}$/);
  await Deno.remove(directory, { recursive: true });
});
