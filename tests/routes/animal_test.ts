import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import sharp from "sharp";
import { ANIMALS } from "@pawkit/animals";
import { paint, toPng } from "@/lib/images/tests/pictures.ts";
import { startApp } from "@/tests/app.ts";
import { startWithPictures } from "@/tests/routes/operator_pictures.ts";

const call = await startApp();

async function read(path: string): Promise<{ status: number; type: string; bytes: Uint8Array }> {
  const response = await call(path);
  return { status: response.status, type: response.headers.get("content-type") ?? "", bytes: await response.bytes() };
}

/** Returns the texts of the heading, the title and the meta elements of a page, and the names of all its elements. */
function readPage(html: string): { heading: string; title: string; tags: string[]; meta: Map<string, string> } {
  const textOf = (tag: string) =>
    decode(html.match(`<${tag}[^>]*>(.*?)</${tag}>`)?.[1]?.replaceAll("<wbr >", "") ?? "");
  const tags = Array.from(html.matchAll(/<([a-z]\w*)/gi), ([, tag = ""]) => tag).filter((tag) => tag !== "wbr");
  const metas = html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g);
  const meta = new Map(Array.from(metas, ([, name = "", content = ""]) => [name, decode(content)]));
  return { heading: textOf("h1"), title: textOf("title"), tags, meta };
}

function decode(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

Deno.test("GET /{kind}/{name} is a page about the animal with this seed, for every kind", async () => {
  for (const kind of ANIMALS) {
    const { item } = await (await call(`/api/v2/random/animal/${kind}?seed=Ada`)).json();
    const response = await call(`/${kind}/Ada`);
    const html = await response.text();
    const { heading, title, meta } = readPage(html);
    assertEquals([response.status, heading, title], [200, "Ada", `Ada the ${kind}: Pawkit`]);
    assertStringIncludes(html, item.alt);
    assertMatch(html, /"\/style\.css.*"\/animal\.css/);
    assertEquals([meta.get("og:image"), meta.get("og:url"), meta.get("robots")], [
      `http://paw.example/${kind}/Ada.png?size=card`,
      `http://paw.example/${kind}/Ada`,
      "noindex, nofollow",
    ]);
    assertStringIncludes(meta.get("og:description") ?? "", item.alt);
    assertEquals((await read(`/${kind}/Ada.png?size=32`)).status, 200);
    assertStringIncludes(html, `href="/${kind}/Ada?view=face#options"`);
    assertMatch((await call(`/${kind}`)).headers.get("location")!, new RegExp(`^/${kind}/[A-Z][a-z]+-[A-Z][a-z]+$`));
  }
});

Deno.test("GET /{kind}/{name} shows a long name in smaller letters", async () => {
  assertMatch(await (await call(`/cat/${"W".repeat(64)}`)).text(), /<h1 [^>]*class="long"/);
  assertEquals((await (await call("/cat/Ada")).text()).match(/class="long"/), null);
});

Deno.test("GET /{kind}/{name} and all that it loads are under 20 KB, without inline code or other origins", async () => {
  const get = async (path: string) => {
    const response = await call(path, { headers: { "accept-encoding": "br" } });
    return (await response.bytes()).length;
  };
  const html = await (await call("/alpaca/Ada")).text();
  assertEquals([...html.matchAll(/<style|\sstyle="|\son\w+="|<script(?![^>]*\ssrc=)/g)], []);
  const paths = [...html.matchAll(/<(?:script|link|img)[^>]*\s(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
  assertEquals(paths.filter((path) => !path.startsWith("/")), []);
  // A browser that shows the SVG icon loads no other; the manifest is for those who install the page.
  const loaded = paths.filter((path) => !/\.ico|touch-icon|webmanifest/.test(path));
  const sizes = await Promise.all(["/alpaca/Ada", "/dom.js", ...loaded].map(get));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert(paths.length > 4 && bytes < 20 * 1024, `${bytes} bytes`);
});

Deno.test("GET /{kind}/{name} has the code that shows the picture elsewhere, escaped for each language", async () => {
  const html = await (await call("/cat/a%5B1%5D)%22%3E")).text();
  const [one = ""] = html.split('class="embed each"');
  const codes = [...one.matchAll(/<code data-language="(\w+)">(.*?)<\/code>/g)];
  const byLanguage = Object.fromEntries(codes.map(([, language, code = ""]) => [language, decode(code)]));
  const url = "http://paw.example/cat/a%5B1%5D)%22%3E";
  assertMatch(
    byLanguage.HTML!,
    /^<img src="http:\/\/paw\.example\/cat\/a%5B1%5D\)%22%3E\.png" width="512" height="512" alt="a\[1\]\)&quot;>, a [^"<>]+">$/,
  );
  assertMatch(
    byLanguage.Markdown!,
    /^!\[a\\\[1\\\]\)">, a [^\]]+\]\(http:\/\/paw\.example\/cat\/a%5B1%5D%29%22%3E\.png\)$/,
  );
  assertEquals(byLanguage.BBCode, `[url=${url}][img]${url}.png[/img][/url]`);
});

Deno.test("GET /{kind}/{name} has code with the size of the picture, and a small one with twice the pixels", async () => {
  const html = await (await call("/cat/Ada?size=64&view=face&radius=8")).text();
  const [code = ""] = /&lt;img src=.*?(?=<\/code>)/.exec(html) ?? [];
  const [start] = decode(code).split(" alt=");
  const url = "http://paw.example/cat/Ada.png";
  assertEquals(
    start,
    `<img src="${url}?size=64&amp;view=face&amp;radius=8" srcset="${url}?size=128&amp;view=face&amp;radius=16 2x" ` +
      'width="64" height="64"',
  );
});

Deno.test("GET /{kind}/{name} shows any name as text and belongs to its seed", async () => {
  const names = [
    "Zoë",
    "猫",
    "🦊👩‍🚀🏳️‍🌈",
    "a/b",
    "100%",
    "%2F",
    "a b+c",
    "?#",
    "<script>alert(1)</script>",
    '"><img src=x>',
    "&amp;",
  ];
  const { tags } = readPage(await (await call("/cat/Ada")).text());
  // Who has a plus in its name has no form for a child.
  const { tags: tagsWithPlus } = readPage(await (await call("/cat/a%2Bb")).text());
  for (const name of [...names, "é".repeat(64), "🦊".repeat(64)]) {
    const path = `/cat/${encodeURIComponent(name)}`;
    const page = readPage(await (await call(path)).text());
    assertEquals([page.heading, page.title], [name, `${name} the cat: Pawkit`]);
    assertEquals(page.tags, name.includes("+") ? tagsWithPlus : tags);
    const api = await read(`/api/v2/random/animal/cat?format=image&size=32&seed=${encodeURIComponent(name)}`);
    assertEquals(await read(`${path}.png?size=32`), api, name);
    // The form means a family by a plus.
    const target = path.replace("%2B", "+");
    assertEquals((await call(`/cat?seed=${encodeURIComponent(name)}`)).headers.get("location"), target);
  }
  // Invisible characters could change the text around them.
  const hidden = readPage(await (await call("/cat/a%E2%80%AEb%00")).text());
  assertEquals(hidden.heading, "ab\\u0000");
  for (const name of ["%20", "%E2%80%8B"]) assertEquals((await call(`/cat/${name}`)).status, 400);
});

Deno.test("GET /{kind}/{name}.{type} is the picture in every type and size, cached for a day", async () => {
  for (const type of ["png", "svg", "webp", "jpg"]) {
    const response = await call(`/fox/Ada.${type}`);
    assertEquals(response.headers.get("cache-control"), "public, max-age=86400");
    const { bytes } = await read(`/api/v2/random/animal/fox?seed=Ada&format=image&type=${type}`);
    assertEquals(await response.bytes(), bytes);
  }
  const sizeOf = async (path: string) => {
    const { format, width, height, hasAlpha } = await sharp((await read(path)).bytes).metadata();
    return [format, width, height, hasAlpha];
  };
  assertEquals(await sizeOf("/fox/Ada.webp?size=64"), ["webp", 64, 64, false]);
  assertEquals(await sizeOf("/fox/Ada.png?size=card"), ["png", 1200, 630, false]);
  assertEquals(await sizeOf("/fox/Ada.png?size=card&background=none"), ["png", 1200, 630, true]);
  assertEquals(await sizeOf("/fox/Ada.jpg?size=card"), ["jpeg", 1200, 630, false]);
  const ofCard = ["view=face", "radius=8", "radius=max"].map((query) => `/fox/Ada.png?size=card&${query}`);
  const ofOthers = ["webp", "svg", "txt", "json"].map((extension) => `/fox/Ada.${extension}?size=card`);
  for (const path of [...ofOthers, "/fox/Ada.png?size=card&size=32", ...ofCard]) {
    assertEquals((await read(path)).status, 400, path);
  }
  assertEquals((await read("/images/animals/fox/io1dwf90.png?size=card")).status, 400);
});

Deno.test("GET /{kind}/{name} returns 400 for a name that is empty, too long or malformed", async () => {
  for (const name of [".png", ".svg", "x".repeat(65), `${"x".repeat(65)}.png`, "%ff", "%zz", "%ED%A0%80"]) {
    const { status, type } = await read(`/cat/${name}`);
    assertEquals([status, type], [400, "application/json"], name);
  }
  assertEquals((await read(`/cat?seed=${"x".repeat(65)}`)).status, 400);
});

Deno.test("GET returns 400 with the reason for the names . and .., however they are read", async () => {
  const reason = 'must not be "." or "..", which are not names in a path';
  const paths = ["/cat?seed=.", "/cat?seed=..", "/random?seed=%2E%2E", "/cat/..png", "/cat/...svg", "/cat/%2E%2E.webp"];
  for (const path of [...paths, "/api/v2/filter/invert?image=/cat/...png"]) {
    const response = await call(path);
    const { code, message, details } = await response.json();
    assertEquals([response.status, code], [400, "invalid_parameter"], path);
    assertEquals(message, `Cannot read "${details.parameter}": ${reason}, got "${details.value}"`, path);
  }
  for (const name of ["...", ".a", "a."]) assertEquals((await read(`/cat?seed=${name}`)).status, 302, name);
});

Deno.test("GET /{kind} and /random return 400 for a name that ends in an extension, which has no page", async () => {
  for (const extension of ["png", "svg", "webp", "json", "txt", "jpg", "jpeg", "gif", "avif"]) {
    for (const path of ["/cat", "/random"]) {
      const response = await call(`${path}?seed=Ada.${extension}`);
      const { code, message, details } = await response.json();
      assertEquals([response.status, code], [400, "invalid_parameter"]);
      assertEquals(details, { parameter: "seed", value: `Ada.${extension}` });
      assertStringIncludes(message, `must not end in ".${extension}"`);
    }
  }
  for (const seed of ["Ada.jp", "png", "Ada.png-"]) {
    assertEquals((await call(`/cat?seed=${seed}`)).headers.get("location"), `/cat/${seed}`);
  }
  const { bytes } = await read("/api/v2/random/animal/cat?seed=Ada.png&format=image&size=32");
  assertNotEquals(bytes, (await read("/cat/Ada.png?size=32")).bytes);
  assertEquals(bytes, (await read("/cat/Ada.png.png?size=32")).bytes);
});

Deno.test("GET /{kind}/{name} with an extension that is not served lists those that are", async () => {
  for (const extension of ["gif", "avif", "bmp", "tif", "tiff", "ico", "heic", "pdf", "html", "xml"]) {
    const response = await call(`/cat/Ada.${extension}`);
    const { code, message, details } = await response.json();
    assertEquals([response.status, code], [404, "unknown_type"], extension);
    assertStringIncludes(message, `Cannot find "${extension}": must be one of png, webp, svg, jpg, json, txt`);
    assertEquals([details.value, details.allowed], [extension, ["png", "webp", "svg", "jpg", "json", "txt"]]);
  }
  assertEquals((await read("/cat/Ada.jpg.png?size=32")).status, 200);
  for (const name of ["John.Doe", "Ada.v2", "St.Mary", "pdf", "Ada.xmlx", "Ada.html.png"]) {
    assertEquals((await read(`/cat/${name}?size=32`)).status, 200, name);
  }
});

Deno.test("GET /{kind}/{name} ignores blanks and invisible characters after an extension, like those of a name", async () => {
  const { bytes } = await read("/cat/Ada.png?size=32");
  for (const name of ["Ada.png%20", "Ada.png%E2%80%8B", "Ada%20.p%E2%80%8Bng"]) {
    assertEquals((await read(`/cat/${name}?size=32`)).bytes, bytes, name);
  }
});

Deno.test("GET of other paths with one or two segments stays as it is", async () => {
  assertEquals((await read("/style.css")).type.split(";")[0], "text/css");
  for (const path of ["/cow", "/cow/Ada", "/cat/a/b"]) {
    const response = await read(path);
    assertEquals([response.status, response.type], [404, "application/json"], path);
  }
});

Deno.test("GET /{kind} and /random redirect to another animal each time, and never store it", async () => {
  const locations = new Set<string>();
  for (let i = 0; i < 40; i++) {
    const response = await call("/random");
    assertEquals([response.status, response.headers.get("cache-control")], [302, "no-store"]);
    locations.add(response.headers.get("location")!);
  }
  assert(locations.size > 30 && new Set(Array.from(locations, (path) => path.split("/")[1])).size > 3);
});

Deno.test("GET /{kind} and /random have the address in the body, for programs that do not follow", async () => {
  for (const path of ["/cat", "/random", "/fox?seed=Zo%C3%AB%1B"]) {
    const response = await call(path);
    assertEquals(await response.text(), `http://paw.example${response.headers.get("location")}\n`);
  }
});

Deno.test("GET /{kind} and /random lead to the animal of a seed, and to a random one if it is empty", async () => {
  const locate = async (path: string) => (await call(path)).headers.get("location");
  assertMatch(await locate("/cat?seed=") ?? "", /^\/cat\/\w+-\w+$/);
  assertMatch(await locate("/random?seed=") ?? "", /^\/\w+\/\w+-\w+$/);
  for (const seed of ["Ada", "Zo%C3%AB", "a%2Fb"]) {
    const { info } = await (await call(`/api/v2/random/animal?seed=${seed}`)).json();
    assertEquals(await locate(`/random?seed=${seed}`), `/${info.endpoint}/${seed}`);
  }
  assertEquals((await read("/cat?seed=a&seed=b")).status, 400);
});

Deno.test("GET /{kind}/{name} shows the operator's pictures, whatever the extension", async () => {
  const { call: started, picture, directory } = await startWithPictures();
  await using call = started;
  for (const path of ["/cat/Ada.png", "/cat/Ada.svg", "/cat/Ada.webp?size=64", "/cat/Ada.jpg?size=card"]) {
    const response = await call(path);
    assertEquals([response.headers.get("content-type"), await response.bytes()], ["image/png", picture], path);
  }
  const redirect = await call("/fox/Ada.png?size=card");
  assertEquals([redirect.status, redirect.headers.get("location")], [302, "https://pictures.example/redfoxes.png"]);
  assertMatch(
    await (await call("/cat/Ada")).text(),
    /<img src="\/images\/animals\/cat\/[0-9a-f]{16}\.png" alt="our cat"/,
  );
  const html = await (await call("/fox/Ada")).text();
  assertStringIncludes(html, 'href="https://pictures.example/redfoxes.png"');
  assertEquals(readPage(html).meta.has("og:image:width"), false);
  // Nor has the code a size that may be wrong.
  assertStringIncludes(html, "/fox/Ada.png&quot; alt=");
  await Deno.remove(directory, { recursive: true });
});

Deno.test("GET /api/v2/filter/{steps} filters an SVG as the picture with the same corners", async () => {
  const toPath = (image: string) => `/api/v2/filter/invert?image=${encodeURIComponent(image)}`;
  const expected = await read(toPath("/cat/Ada.png?size=128&radius=16"));
  const { item } = await (await call("/cat/Ada.json")).json();
  const byId = new URL(item.url).pathname.replace(".png", ".svg");
  for (const path of ["/cat/Ada.svg", byId]) {
    assertEquals(await read(toPath(`${path}?size=128&radius=64`)), expected, path);
  }
});

Deno.test("GET /api/v2/filter/{steps} filters the picture of a name", async () => {
  const toPath = (image: string) => `/api/v2/filter/invert?image=${encodeURIComponent(image)}`;
  const { item } = await (await call("/api/v2/random/animal/cat?seed=a%2Fb&size=32")).json();
  const filtered = await read(toPath(new URL(item.url).pathname + "?size=32"));
  assertEquals(filtered.type, "image/png");
  for (const start of ["", new URL(item.url).origin]) {
    for (const path of ["/cat/a%2Fb.png", "/cat/a%2Fb.svg", "/Cats/a%2Fb.PNG", "/CAT/a%2Fb.png/"]) {
      assertEquals(await read(toPath(`${start}${path}?size=32`)), filtered, path);
    }
  }
  assertEquals(await read(toPath(`/cat//a%2Fb.png?size=32`)), filtered);
  for (const path of ["/cat/Ada", "/cat", "/cow/Ada.png", "/style.css?size=1", "/cat/Ada.png/x", "/cat/Ada.gif"]) {
    assertEquals((await (await call(toPath(path))).json()).code, "source_rejected", path);
  }
  const { code, message } = await (await call(toPath("/cat/%FF.png"))).json();
  assertEquals([code, message], [
    "invalid_parameter",
    'Cannot read "image": must have valid percent-escapes, got "/cat/%FF.png"',
  ]);
});

Deno.test("GET /api/v2/filter/{steps} rejects the query of a picture of this service like its address", async () => {
  const { item } = await (await call("/api/v2/random/animal/cat?seed=Ada")).json();
  const { pathname } = new URL(item.url);
  const paths = ["/cat/Ada.svg?size=card", "/cat/Ada.png?size=card&view=face", "/cat/Ada.webp?siez=9"];
  for (const path of [...paths, `${pathname}?size=card`, `${pathname}?siez=64`]) {
    const errors = [path, `/api/v2/filter/invert?image=${encodeURIComponent(path)}`].map(async (each) => {
      const { status, code, message, details } = await (await call(each)).json();
      return { status, code, message, details };
    });
    const [error, filterError] = await Promise.all(errors);
    assertEquals([error?.code, filterError], ["invalid_parameter", error], path);
  }
});

Deno.test("GET /api/v2/filter/{steps} fetches a picture of the operator's list", async () => {
  const picture = await toPng(paint(4, 2, () => [200, 200, 200, 255]));
  await using origin = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response(picture));
  const host = `127.0.0.1:${origin.addr.port}`;
  const directory = await Deno.makeTempDir();
  await Deno.mkdir(`${directory}/animals`);
  await Deno.writeTextFile(`${directory}/animals/dog.json`, JSON.stringify([`http://${host}/rex.png`]));
  const filter = "/api/v2/filter/invert?image=/dog/Rex.png";
  await using allowed = await startApp({ CONTENT_DIR: directory, ALLOW_PRIVATE_HOSTS: host });
  const { width, height } = await sharp(await (await allowed(filter)).bytes()).metadata();
  assertEquals([width, height], [4, 2]);
  await using other = await startApp({ CONTENT_DIR: directory });
  assertEquals((await (await other(filter)).json()).code, "forbidden_address");
  await Deno.remove(directory, { recursive: true });
});

Deno.test("GET /api/v2/random/animal draws any kind, and a seed also chooses the kind", async () => {
  const seeded = await (await call("/api/v2/random/animal?seed=Ada&count=50")).json();
  assertEquals(await (await call("/api/v2/random/animal?seed=Ada&count=50")).json(), seeded);
  const kindOf = ({ url }: { url: string }) => /animals\/(\w+)\//.exec(url)![1]!;
  assertEquals(new Set(seeded.items.map(kindOf)), new Set(ANIMALS));
  assertEquals(new Set(seeded.items.map(({ id }: { id: string }) => id)).size, 50);
  const { info, item } = await (await call("/api/v2/random/animal?seed=Ada")).json();
  assertEquals([info.endpoint, kindOf(item), seeded.items[0]], [kindOf(item), seeded.info.endpoint, item]);
  assertEquals((await (await call(`/api/v2/random/animal/${info.endpoint}?seed=Ada`)).json()).item, item);
  const image = await call("/api/v2/random/animal", { headers: { accept: "image/*" } });
  assertEquals([image.status, image.headers.get("content-type")], [200, "image/png"]);
  await image.body?.cancel();
});

Deno.test("background=none draws only the animal, in every type, and item.url shows the same", async () => {
  for (const kind of ANIMALS) {
    for (const type of ["png", "webp", "svg"]) {
      const query = `seed=Ada&type=${type}&size=64&background=none`;
      const { item } = await (await call(`/api/v2/random/animal/${kind}?${query}`)).json();
      const { pathname, search } = new URL(item.url);
      const { bytes } = await read(pathname + search);
      assertEquals((await read(`/api/v2/random/animal/${kind}?${query}&format=image`)).bytes, bytes);
      assertEquals((await read(`/${kind}/Ada.${type}?size=64&background=none`)).bytes, bytes);
      assertNotEquals((await read(pathname + search.replace(/.background=none/, ""))).bytes, bytes);
      assert(!/background|water$|in$/.test(item.alt), item.alt);
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      assertEquals([info.channels, data[3], data[4 * (info.width - 1) + 3]], [4, 0, 0], `${kind} ${type}`);
    }
  }
});

Deno.test("GET of a kind in capitals or in the plural leads to the right address", async () => {
  const locations = {
    "/Cats/Ada": "/cat/Ada",
    "/CAT": "/cat",
    "/cats?seed=Ada": "/cat?seed=Ada",
    "/foxes/Ada+Gr%2Face.PNG?size=64&view=face": "/fox/Ada+Gr%2Face.PNG?size=64&view=face",
    "//Dogs//Ada.json": "/dog/Ada.json",
    "/fishes/Ada": "/fish/Ada",
    "/Alpacas/%2F%2Fx.example": "/alpaca/%2F%2Fx.example",
    "/birds/": "/bird",
  };
  for (const [path, location] of Object.entries(locations)) {
    for (const accept of ["text/html", "image/*", "*/*"]) {
      const response = await call(path, { headers: { accept } });
      const { status, headers } = response;
      const found = [status, headers.get("location"), headers.get("cache-control"), await response.text()];
      // Without BASE_URL, the origin is that of the caller.
      assertEquals(found, [308, location, "private, max-age=86400", `http://paw.example${location}\n`], path);
    }
  }
  for (const path of ["/cats/Ada/more", "/catss/Ada", "/CATegory", "/constructor/Ada"]) {
    assertEquals((await call(path)).status, 404, path);
  }
  assertEquals((await call("/Cats/Ada", { method: "POST" })).status, 404);
});
