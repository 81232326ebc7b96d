import {
  assert,
  assertEquals,
  assertGreater,
  assertLess,
  assertMatch,
  assertNotEquals,
  assertStringIncludes,
} from "@std/assert";
import sharp from "sharp";
import { startApp, type StartedApp } from "@/tests/app.ts";
import { startWithPictures } from "@/tests/routes/operator_pictures.ts";

const call = await startApp({ RATE_LIMIT: "off" });
const ORIGIN = "http://paw.example";

/** Twelve names, among them a family, a duplicate and every kind. */
const TWELVE = "Ada,Grace,dog:Rex,fox:Tod,fish:Nemo,alpaca:Al,bird:Io,Ada,Ada+Grace,dog:a%2Cb,%2B,Zo%C3%AB";

async function readJson(path: string, init?: RequestInit) {
  const response = await call(path, init);
  return { status: response.status, ...await response.json() };
}

/** Returns the pixels of a PNG. */
async function readPixels(path: string) {
  const response = await call(path);
  assertEquals([response.status, response.headers.get("content-type")], [200, "image/png"], path);
  const { data, info } = await sharp(await response.bytes()).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

type Pixels = Awaited<ReturnType<typeof readPixels>>;

/** Returns a square of a picture. */
function cut({ data, width }: Pixels, left: number, top: number, side: number): Uint8Array[] {
  return Array.from({ length: side }, (_, y) => {
    const start = 4 * ((top + y) * width + left);
    return new Uint8Array(data.subarray(start, start + 4 * side));
  });
}

Deno.test("GET /{kind}/{name},{name} draws each tile exactly like the picture of its name", async () => {
  for (const query of ["size=32", "size=48&view=face&radius=max", "size=40&radius=9&background=none"]) {
    const side = Number(/\d+/.exec(query));
    const group = await readPixels(`/cat/${TWELVE}.png?${query}`);
    assertEquals([group.width, group.height], [4 * side, 3 * side]);
    for (const [index, part] of TWELVE.split(",").entries()) {
      const [kind, name] = part.includes(":") ? part.split(":") : ["cat", part];
      const single = await readPixels(`/${kind}/${name}.png?${query}`);
      const tile = cut(group, index % 4 * side, Math.floor(index / 4) * side, side);
      assertEquals(tile, cut(single, 0, 0, side), `${part} ${query}`);
    }
  }
});

Deno.test("GET of a group arranges the tiles, and leaves the rest of the last row empty", async () => {
  const sizes = { "a,b": [2, 1], "a,b,c": [3, 1], "a,b,c,d": [4, 1], "a,b,c,d,e": [3, 2], "a,b,c,d,e,f,g": [3, 3] };
  for (const [names, [columns, rows]] of Object.entries(sizes)) {
    const { width, height } = await readPixels(`/fox/${names}.png?size=16`);
    assertEquals([width, height], [16 * columns!, 16 * rows!], names);
  }
  const five = await readPixels("/fox/a,b,c,d,e.png?size=16");
  assertEquals(cut(five, 32, 16, 16), Array(16).fill(new Uint8Array(64)));
  assert(cut(five, 16, 16, 16).every((row) => row.every((value, i) => i % 4 < 3 || value === 255)));
});

Deno.test("GET of a group has tiles of 256 pixels, and up to 512", async () => {
  const sizeOf = async (path: string) => {
    const { width, height, format } = await sharp(await (await call(path)).bytes()).metadata();
    return [width, height, format];
  };
  assertEquals(await sizeOf("/cat/Ada,Grace.png"), [512, 256, "png"]);
  assertEquals(await sizeOf("/cat/Ada,Grace.webp?size=512"), [1024, 512, "webp"]);
  assertEquals(await sizeOf("/cat/Ada,Grace.svg"), [512, 256, "svg"]);
});

Deno.test("GET of a group as SVG contains the SVG of each animal", async () => {
  const response = await call("/cat/Ada,dog:Rex.svg?radius=max&view=face");
  assertEquals(response.headers.get("content-type"), "image/svg+xml");
  assertMatch(response.headers.get("content-security-policy")!, /sandbox/);
  const svg = await response.text();
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assertEquals(ids, ["r256", "r256"]);
  for (const path of ["/cat/Ada", "/dog/Rex"]) {
    const single = await (await call(`${path}.svg?radius=max&view=face`)).text();
    assertStringIncludes(svg, single.slice(single.indexOf("<title>")));
  }
  assertEquals(
    await (await call("/cat/Ada,dog:Rex.svg?radius=max&view=face&size=16")).text(),
    svg,
    "it scales by itself",
  );
});

Deno.test("GET of a group as JSON has the members as items, and the URL of the picture as its message", async () => {
  const query = "?size=64&view=face&radius=max&background=none";
  const { item, name, ...body } = await readJson(`/cat/Ada,dog:Ada+Rex,a%2Cb.json${query}`);
  assertEquals([item, name, body.info], [undefined, undefined, { category: "animals", endpoint: "cat" }]);
  assertEquals(body.message, `${ORIGIN}/cat/Ada,dog:Ada+Rex,a%2Cb.png${query}`);
  const singles = await Promise.all(["/cat/Ada", "/dog/Ada+Rex", "/cat/a%2Cb"].map(async (path) => {
    const { item, name, parents, info } = await readJson(`${path}.json${query}`);
    return { kind: info.endpoint, name, ...item, ...(parents && { parents }) };
  }));
  assertEquals(body.items, singles);
  const picture = await call(body.message.slice(ORIGIN.length));
  assertEquals([picture.status, (await sharp(await picture.bytes()).metadata()).width], [200, 192]);
});

Deno.test("GET of a group as JSON leaves out what is the default, and `type` chooses the type of the URLs", async () => {
  const { message, items } = await readJson("/cat/cat:Ada,Ada.json?type=svg&size=256");
  assertEquals(message, `${ORIGIN}/cat/Ada,Ada.svg`);
  assertMatch(items[0].url, /\.svg$/);
  assertEquals(items[0], items[1]);
  assertEquals((await readJson("/cat/Ada,Ada.json?size=512")).message, `${ORIGIN}/cat/Ada,Ada.png?size=512`);
  const response = await call("/cat/a%E2%80%AEb%1B,Ada.json");
  assertMatch(await response.text(), /"name":"ab\\u001b"/);
});

Deno.test("GET of a group without an extension is what its caller prefers; in a terminal JSON, because it has no text", async () => {
  const typeOf = async (headers: Record<string, string>) => {
    const response = await call("/cat/Ada,Grace?size=32", { headers });
    await response.body?.cancel();
    assertEquals(response.headers.get("cache-control"), "private, max-age=3600");
    assertStringIncludes(response.headers.get("vary")!, "accept, user-agent, sec-fetch-dest");
    return response.headers.get("content-type")!.split(";")[0];
  };
  assertEquals(await typeOf({}), "text/html");
  assertEquals(await typeOf({ "sec-fetch-dest": "image" }), "image/png");
  assertEquals(await typeOf({ accept: "image/webp" }), "image/webp");
  assertEquals(await typeOf({ accept: "application/json" }), "application/json");
  assertEquals(await typeOf({ accept: "text/plain" }), "application/json");
  assertEquals(await typeOf({ "user-agent": "curl/8" }), "application/json");
});

Deno.test("GET of the page of a group shows its animals as the address asks for", async () => {
  const query = "?view=face&radius=max&wears=crown";
  const html = (await (await call(`/cat/Ada,dog:Rex${query}`)).text()).replaceAll("&amp;", "&");
  assertStringIncludes(html, `src="/cat/Ada,dog:Rex.svg${query}"`);
  assertStringIncludes(html, `href="/cat/Ada,dog:Rex.webp?size=512&view=face&radius=max&wears=crown"`);
  assertStringIncludes(html, `content="${ORIGIN}/cat/Ada,dog:Rex${query}"`);
  assertMatch(
    html,
    /<p><a href="\/cat\/Ada"><bdi>Ada<\/bdi><\/a> .*?<p class="note">the face of a [a-z -]+ cat with a golden crown,/,
  );
  assertMatch(html, /name="description" content="Ada's face: a [^"]+\. Rex's face: a /);
});

Deno.test("GET of a group is a page with all names, each with a link to its own page", async () => {
  const html = await (await call("/cat/Ada,%3Cb%3E,dog:Ada+Gr%2Face")).text();
  assertStringIncludes(html, "<title>Ada, &lt;b> and Ada+Gr/ace: Pawkit</title>");
  assertMatch(html, /<h1[^>]*><bdi>Ada<\/bdi>, <bdi>&lt;b><\/bdi> and <bdi>Ada\+Gr\/ace<\/bdi><\/h1>/);
  const path = "/cat/Ada,%3Cb%3E,dog:Ada+Gr%2Face";
  assertMatch(html, /<img class="portrait" src="([^"]+)" alt="Ada, &lt;b> and Ada\+Gr\/ace" width="1152" height="384"/);
  for (
    const link of ["/cat/Ada", "/cat/%3Cb%3E", "/dog/Ada+Gr%2Face", `${path}.png?size=512`, `${path}.svg`]
  ) {
    assertStringIncludes(html, `href="${link}"`);
  }
  const { items } = await readJson(`${path}.json`);
  for (const { alt } of items) assertStringIncludes(html, `<p class="note">${alt} </p>`);
  assertStringIncludes(
    html,
    `&lt;img src=&quot;${ORIGIN}${path}.png&quot; width=&quot;768&quot; height=&quot;256&quot; alt=`,
  );
  assertStringIncludes(html, `<meta property="og:image" content="${ORIGIN}${path}.png?size=400"`);
  assertStringIncludes(html, `<meta property="og:image:width" content="1200"`);
  assertStringIncludes(html, `<meta property="og:image:height" content="400"`);
  for (const [, src = ""] of html.matchAll(/<img[^>]* src="(\/cat[^"]+)"/g)) {
    const picture = await call(src);
    assertEquals(picture.status, 200, src);
    await picture.body?.cancel();
  }
});

/** Returns the page of a group. */
async function readPage(path: string): Promise<string> {
  return (await (await call(path)).text()).replaceAll("&amp;", "&");
}

/** Returns the addresses of the links with a word, by whom or what they are about. */
function linksOf(html: string, pattern: RegExp): Record<string, string> {
  return Object.fromEntries([...html.matchAll(pattern)].map(([, href, label]) => [label, href]));
}

const OPTIONS = /<a href="([^"]+)#options"[^>]*>(?:<svg.*?<\/svg><span[^>]*>)?(\w+)</g;
const REMOVE = /href="([^"]+)">Remove <span class="unseen"><bdi>([^<]*)<\/bdi>/g;

Deno.test("GET of the page of a group links to the same group in another look", async () => {
  const links = linksOf(await readPage("/cat/Ada,dog:Rex?size=64&radius=8&wears=crown"), OPTIONS);
  const queries = Object.fromEntries(
    Object.entries(links).map(([label, href]) => {
      assert(href.startsWith("/cat/Ada,dog:Rex?"), href);
      return [label, href.slice("/cat/Ada,dog:Rex?".length)];
    }),
  );
  assertEquals(queries, {
    Whole: "size=64&radius=8&wears=crown",
    Face: "size=64&view=face&radius=8&wears=crown",
    Square: "size=64&wears=crown",
    Rounded: "size=64&radius=8&wears=crown",
    Circle: "size=64&radius=max&wears=crown",
    32: "size=32&radius=4&wears=crown",
    64: "size=64&radius=8&wears=crown",
    128: "size=128&radius=16&wears=crown",
    256: "radius=32&wears=crown",
    512: "size=512&radius=64&wears=crown",
    Scene: "size=64&radius=8&wears=crown",
    None: "size=64&radius=8&background=none&wears=crown",
    yellow: "size=64&radius=8&background=ffd166&wears=crown",
    rose: "size=64&radius=8&background=f4a6b7&wears=crown",
    green: "size=64&radius=8&background=95d5b2&wears=crown",
  });
  for (const href of Object.values(links)) {
    const response = await call(href);
    assertEquals(response.status, 200, href);
    await response.body?.cancel();
  }
});

Deno.test("GET of the page of a group has the same corners in every picture", async () => {
  const html = await readPage("/cat/Ada,Grace?radius=32");
  assertStringIncludes(html, `src="/cat/Ada,Grace.svg?radius=64"`);
  assertStringIncludes(html, `href="/cat/Ada,Grace.svg?radius=64"`);
  assertStringIncludes(html, `href="/cat/Ada,Grace.png?size=512&radius=64"`);
  assertStringIncludes(html, `content="${ORIGIN}/cat/Ada,Grace.png?size=512&radius=64"`);
  assertStringIncludes(html, `[img]${ORIGIN}/cat/Ada,Grace.png?radius=32[/img]`);
  // A size that is chosen is that of the files, too.
  const small = await readPage("/cat/Ada,Grace?size=64&radius=8");
  assertStringIncludes(small, `href="/cat/Ada,Grace.png?size=64&radius=8"`);
  assertStringIncludes(small, `[img]${ORIGIN}/cat/Ada,Grace.png?size=64&radius=8[/img]`);
});

Deno.test("GET of the page of a group links to the group without each animal, or to the one that remains", async () => {
  assertEquals(linksOf(await readPage("/cat/Ada,dog:Rex,a%2Cb+c%2B?view=face&size=64"), REMOVE), {
    Ada: "/cat/dog:Rex,a%2Cb+c%2B?size=64&view=face",
    Rex: "/cat/Ada,a%2Cb+c%2B?size=64&view=face",
    "a,b+c+": "/cat/Ada,dog:Rex?size=64&view=face",
  });
  // One animal has other usual sizes.
  assertEquals(linksOf(await readPage("/cat/Ada+Io,dog:a%2Cb?radius=32&wears=crown"), REMOVE), {
    "Ada+Io": "/dog/a%2Cb?radius=64&wears=crown",
    "a,b": "/cat/Ada+Io?radius=64&wears=crown",
  });
  assertEquals(linksOf(await readPage("/cat/Ada,dog:Rex?size=512"), REMOVE), { Ada: "/dog/Rex", Rex: "/cat/Ada" });
});

Deno.test("GET of the page of a group has a form for another name, of each kind that can look so, up to twelve", async () => {
  const optionsOf = (html: string, pattern: RegExp) => {
    const [form = ""] = /<form data-add.*?<\/form>/s.exec(html) ?? [];
    return [...form.matchAll(pattern)].map(([, kind]) => kind);
  };
  const kindsOf = (html: string) => optionsOf(html, /value="(\w+)"[^>]*(?<!disabled)>/g);
  const html = await readPage("/dog/Ada,cat:Rex");
  assertStringIncludes(html, `data-path="/dog/Ada,cat:Rex" data-kind="dog"`);
  assertEquals(kindsOf(html), ["cat", "dog", "fox", "fish", "alpaca", "bird"]);
  assertEquals(optionsOf(html, /value="(\w+)" selected/g), ["dog"]);
  const chosen = [...html.matchAll(/aria-label="Kind of (\w+)".*?value="(\w+)" selected/gs)];
  assertEquals(chosen.map(([, name, kind]) => [name, kind]), [["Ada", "dog"], ["Rex", "cat"]]);
  assertEquals(kindsOf(await readPage("/dog/Ada,cat:Rex?pose=lying")).includes("fish"), false);
  const full = await readPage(`/cat/${TWELVE}`);
  assertEquals(full.includes(" data-add"), false);
  assertStringIncludes(full, "A group has at most 12 animals. Remove one to add another.");
});

Deno.test("GET of the page of a group has a field that accepts what the service does", async () => {
  const [, pattern = ""] = /id="add"[^>]* pattern="([^"]+)"/.exec(await readPage("/cat/Ada,Rex"))!;
  const accepted = new RegExp(`^(?:${pattern})$`, "v");
  for (
    const name of ["Ada", "a,b", "dog:Rex", "Ada + Grace", "C++", "+", "...", "a.b", "png", "שלום", "🦊", "a.png+"]
  ) {
    assert(accepted.test(name), name);
  }
  for (
    const name of ["", " ", ".", " .. ", "a.png", "A.PNG ", "a.Jpeg", "a.txt+b", "a+b.gif", "..+a", "a + .", "a.avif"]
  ) {
    assert(!accepted.test(name), name);
  }
});

Deno.test("GET of a group is cached like a named animal, also with HEAD and a condition", async () => {
  const response = await call("/cat/Ada,Grace.png?size=32");
  const etag = response.headers.get("etag")!;
  const { length } = await response.bytes();
  assertEquals(response.headers.get("cache-control"), "public, max-age=86400");
  const head = await call("/cat/Ada,Grace.png?size=32", { method: "HEAD" });
  assertEquals([head.status, head.headers.get("content-length"), await head.text()], [200, String(length), ""]);
  const again = await call("/cat/ada,GRACE.png?size=32", { headers: { "if-none-match": etag } });
  assertEquals([again.status, await again.text()], [304, ""]);
  const other = await call("/cat/Grace,Ada.png?size=32", { headers: { "if-none-match": etag } });
  assertEquals(other.status, 200, "another order is another picture");
  await other.body?.cancel();
});

/** Counts the jobs of a service. */
function countJobs({ services: { filters: { pool } } }: StartedApp): () => number {
  let jobs = 0;
  const run = pool.run.bind(pool);
  pool.run = (request) => {
    jobs++;
    return run(request);
  };
  return () => jobs;
}

Deno.test("GET of the picture of a group is one piece of work, and none if it is cached", async () => {
  await using call = await startApp({ RATE_LIMIT: "1200" });
  const jobs = countJobs(call);
  const points = async () => {
    const response = await call("/api/v1/uptime");
    await response.body?.cancel();
    return Number(/r=(\d+)/.exec(response.headers.get("ratelimit")!)![1]);
  };
  /** Returns the points that a request costs, without the one that asks for them. */
  const costOf = async (path: string) => {
    const before = await points();
    await (await call(path)).body?.cancel();
    return before - await points() - 1;
  };
  await (await call(`/cat/${TWELVE}.png?size=16`)).bytes();
  assertEquals(jobs(), 1);
  assertEquals(await costOf(`/cat/${TWELVE}.png?size=16`), 1);
  assertEquals(jobs(), 1);
  for (const extension of [".svg", ".json", ""]) {
    assertEquals(await costOf(`/cat/${TWELVE}${extension}`), 12, extension);
  }
  assertEquals(await costOf("/cat/Ada,.json"), 1, "a mistake");
});

Deno.test("GET of a large SVG of a group is compressed, with the headers of HEAD", async () => {
  const path = `/cat/${TWELVE}.svg?motion=on`;
  const text = await (await call(path)).text();
  assertGreater(text.length, 64 * 1024);
  for (const encoding of ["br", "gzip"]) {
    const headers = { "accept-encoding": encoding };
    const response = await call(path, { headers });
    assertEquals(response.headers.get("content-encoding"), encoding);
    assertLess((await response.bytes()).length, text.length / 4);
    const head = await call(path, { method: "HEAD", headers });
    for (const name of ["content-encoding", "etag"]) {
      assertEquals(head.headers.get(name), response.headers.get(name), name);
    }
  }
});

Deno.test("GET of a filter accepts the picture of a group, and draws and filters it in one job", async () => {
  await using call = await startApp();
  const jobs = countJobs(call);
  const toPath = (image: string) => `/api/v2/filter/invert?image=${encodeURIComponent(image)}`;
  const filtered = await (await call(toPath("/cat/Ada,dog:Rex.png?size=32"))).bytes();
  assertEquals(jobs(), 1);
  const { data, info } = await sharp(filtered).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  assertEquals([info.width, info.height], [64, 32]);
  const group = await (await call("/cat/Ada,dog:Rex.png?size=32")).bytes();
  const expected = (await sharp(group).removeAlpha().raw().toBuffer()).map((value) => 255 - value);
  assertEquals(data, expected);
  assertEquals(await (await call(toPath("/Cats/Ada,dog:Rex.svg?size=32"))).bytes(), filtered);
  for (const path of ["/cat/Ada,Grace", "/cat/Ada,Grace.json", "/cat/Ada,Grace.txt"]) {
    const { code, details } = await (await call(toPath(path))).json();
    assertEquals([code, details.suggestion], ["source_rejected", "/cat/Ada,Grace.png"], path);
  }
  for (
    const path of ["/cat/Ada,.png", "/cat/Ada,Grace.png?size=card", "/cat/Ada,Grace.png?size=513", "/cat/Ada,%FF.png"]
  ) {
    assertEquals((await (await call(toPath(path))).json()).code, "invalid_parameter", path);
  }
});

Deno.test("GET of a group rejects what is wrong with it, and draws nothing", async () => {
  await using call = await startApp({ RATE_LIMIT: "off" });
  const jobs = countJobs(call);
  const paths = [
    ...["Ada,", ",Ada", "Ada,,Grace.png", "Ada,.png", "Ada.png,Grace.png", "a,b,c,d,e,f,g,h,i,j,k,l,m.png"],
    ...[`Ada,${"x".repeat(65)}.png`, "Ada,dog:.png", "Ada,...png", "a+b+c,d.png", "Ada,Grace.txt"],
    ...["size=card", "size=15", "size=513", "size=x", "size=32&size=32", "view=head", "radius=0", "background=red"]
      .map((query) => `Ada,Grace.png?${query}`),
    ...["format=png", "count=2", "type=svg", "seed=Ada", "siz=32"].map((query) => `Ada,Grace.png?${query}`),
    ...["Ada,Grace?size=card", "Ada,Grace.json?type=gif"],
  ];
  for (const path of paths) {
    const response = await call(`/cat/${path}`);
    const { code } = await response.json();
    assertEquals([response.status, code], [400, "invalid_parameter"], path);
  }
  for (const path of ["Ada,%FF.png", "%zz,Ada", "Ada,%ED%A0%80"]) {
    const response = await call(`/cat/${path}`);
    assertEquals([response.status, (await response.json()).code], [400, "bad_request"], path);
  }
  for (const extension of ["gif", "avif"]) {
    const { code, details } = await (await call(`/cat/Ada,Grace.${extension}`)).json();
    assertEquals([code, details.allowed], ["unknown_type", ["png", "webp", "svg", "jpg", "json"]]);
  }
  assertEquals(jobs(), 0);
});

Deno.test("GET of a group names the right address for the parameters of random animals", async () => {
  const suggest = async (path: string) => (await readJson(path)).details.suggestion;
  assertEquals(await suggest("/cat/Ada,dog:Rex?format=json&view=face"), "/cat/Ada,dog:Rex.json?view=face");
  assertEquals(await suggest("/cat/Ada,dog:Rex.png?format=text"), "/cat/Ada,dog:Rex.png");
  assertEquals(await suggest("/cat/Ada,dog:Rex.txt"), "/cat/Ada,dog:Rex.png");
  assertEquals(await suggest("/cat/Ada,dog:Rex?type=svg&columns=20"), "/cat/Ada,dog:Rex.svg");
});

Deno.test("GET takes an escaped comma, and every comma of a seed, for a part of the name", async () => {
  const { name, item } = await readJson("/cat/Doe%2C%20John.json");
  assertEquals(name, "Doe, John");
  assertEquals((await readJson("/api/v2/random/animal/cat?seed=Doe,%20John")).item, item);
  const redirect = await call("/cat?seed=Doe,%20John");
  assertEquals(redirect.headers.get("location"), "/cat/Doe%2C%20John");
  assertNotEquals((await readJson("/cat/Doe,%20John.json")).items, undefined);
  assertEquals((await call("/Cats/Ada,Grace.png")).headers.get("location"), "/cat/Ada,Grace.png");
});

Deno.test("GET of a group with a picture of the operator has no picture, but lists its members", async () => {
  const { call: started, directory } = await startWithPictures();
  await using call = started;
  for (const path of ["/dog/Rex,cat:Ada.png", "/cat/Ada,Grace.svg", "/dog/Rex,fox:Ada+Tod.webp"]) {
    const response = await call(path);
    const { code, message } = await response.json();
    assertEquals([response.status, code], [404, "not_found"], path);
    assertStringIncludes(message, "the operator has own pictures of its animals");
  }
  const filtered = await (await call("/api/v2/filter/invert?image=/dog/Rex,cat:Ada.png")).json();
  assertEquals([filtered.code, filtered.details.sourceStatus], ["source_rejected", 404]);
  const response = await call("/dog/Rex,cat:Ada,fox:Tod.json");
  assertMatch(response.headers.get("cache-control")!, /max-age=5$/);
  const { message, items } = await response.json();
  assertEquals(message, `${ORIGIN}/dog/Rex,cat:Ada,fox:Tod`);
  assertEquals(items.map(({ kind, name }: Record<string, string>) => `${kind} ${name}`), [
    "dog Rex",
    "cat Ada",
    "fox Tod",
  ]);
  assertEquals(items[2].url, "https://pictures.example/redfoxes.png");
  const page = await call("/dog/Rex,cat:Ada,fox:Tod");
  assertMatch(page.headers.get("cache-control")!, /max-age=5$/);
  const html = await page.text();
  assertEquals(/portrait|og:image|download|class="(options|embed)"/.exec(html), null);
  assertEquals(linksOf(html, REMOVE), {
    Rex: "/dog/cat:Ada,fox:Tod",
    Ada: "/dog/Rex,fox:Tod",
    Tod: "/dog/Rex,cat:Ada",
  });
  assertStringIncludes(html, " data-add");
  assertMatch(html, /<a href="\/cat\/Ada"><img src="\/images\/animals\/cat\/[0-9a-f]{16}\.png" alt /);
  const drawn = await call("/dog/Rex,fish:Io.png?size=16");
  assertEquals([drawn.status, drawn.headers.get("cache-control")], [200, "public, max-age=86400"]);
  await drawn.body?.cancel();
  await Deno.remove(directory, { recursive: true });
});
