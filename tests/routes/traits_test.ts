import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { ANIMALS, TRAITS } from "@pawkit/animals";
import { startApp } from "@/tests/app.ts";
import { startWithPictures } from "@/tests/routes/operator_pictures.ts";

// Dressed animals, wherever there are animals.

const call = await startApp({ RATE_LIMIT: "off" });

async function json(path: string) {
  const response = await call(path);
  const body = await response.json();
  assertEquals(response.status, 200, `${path}: ${body.message}`);
  return body;
}

async function text(path: string): Promise<string> {
  const response = await call(path);
  assertEquals(response.status, 200, path);
  return await response.text();
}

/** Returns the path of a URL of the service. */
function toPath(url: string): string {
  return url.replace("http://paw.example", "");
}

Deno.test("GET dresses a named animal with every trait of its kind, and item.url has the same bytes", async () => {
  for (const kind of ANIMALS) {
    for (const [name, values] of Object.entries(TRAITS[kind])) {
      const value = values.at(-1)!;
      const query = `${name}=${encodeURIComponent(value)}`;
      const svg = await text(`/${kind}/Ada.svg?${query}`);
      const { item, message } = await json(`/${kind}/Ada.json?type=svg&${query}`);
      assertEquals([item.traits[name], message], [value, item.url]);
      assertStringIncludes(svg, `<title>${item.alt}</title>`);
      assertMatch(item.url, new RegExp(`\\.svg\\?${name}=[a-z-]+$`));
      assertEquals(await text(toPath(item.url)), svg);
      for (const path of [`/api/v2/random/animal/${kind}`, `/api/v1/animals/${kind}`]) {
        assertEquals((await json(`${path}?seed=Ada&type=svg&${query}`)).item, item);
      }
      assertEquals(await text(`/api/v2/random/animal/${kind}?seed=Ada&type=svg&format=image&${query}`), svg);
    }
  }
});

Deno.test("GET has every form of a dressed animal, and each value its own picture", async () => {
  const tags = new Set<string | null>();
  for (const query of ["", "?wears=crown", "?wears=woolly-hat", "?wears=nothing", "?background=f80"]) {
    for (const form of [".svg", ".png", ".webp", ".txt"]) {
      const size = form === ".png" || form === ".webp" ? (query === "" ? "?size=16" : "&size=16") : "";
      const response = await call(`/cat/Ada${form}${query}${size}`);
      await response.body?.cancel();
      assertEquals(response.status, 200);
      tags.add(form + response.headers.get("etag"));
    }
  }
  assertEquals(tags.size, 20, "no two share a cache entry");
  const { url, alt } = (await json("/cat/Ada.json?wears=crown")).item;
  assertStringIncludes(
    await text("/cat/Ada.txt?wears=crown"),
    `Ada is ${alt}.\nhttp://paw.example/cat/Ada.png?wears=crown`,
  );
  assertMatch(url, /\/images\/animals\/cat\/[0-9a-z]{8}\.png\?wears=crown$/);
});

Deno.test("GET writes equal wishes in one way, so that they share one picture", async () => {
  const same = [
    "wears=woolly-hat&mood=happy",
    "mood=happy&wears=woolly+hat",
    "coat=&mood=happy&wears=woolly%20hat&x=1",
  ];
  const items = await Promise.all(same.map(async (query) => (await json(`/cat/Ada.json?${query}`)).item));
  assertEquals(new Set(items.map(({ url }) => url)).size, 1);
  const { mood } = (await json("/cat/Ada.json")).item.traits;
  assertEquals(await text(`/cat/Ada.svg?mood=${mood}`), await text("/cat/Ada.svg"));
});

Deno.test("GET /api/v2/random/animal draws from the kinds that have the value", async () => {
  const kindsOf = async (query: string) => {
    const { items } = await json(`/api/v2/random/animal?seed=x&count=40&${query}`);
    assertEquals(items.length, 40);
    assertEquals(new Set(items.map(({ id }: { id: string }) => id)).size, 40);
    return [...new Set<string>(items.map(({ url }: { url: string }) => url.split("/").at(-2)!))].sort();
  };
  assertEquals(await kindsOf("fins=long"), ["fish"]);
  assertEquals(await kindsOf("ears=folded"), ["cat", "dog"]);
  assertEquals(await kindsOf("pose=sleeping&wears=scarf"), ["alpaca", "bird"]);
  assertEquals(await kindsOf("background=mint"), ANIMALS.filter((kind) => kind !== "fish").toSorted());
  assertEquals(await kindsOf("wears="), ANIMALS.toSorted());
  assertEquals((await json("/api/v2/random/animal?fins=long")).info.endpoint, "fish");
  const [one, other] = [
    await json("/api/v2/random/animal?wears=crown&seed=x"),
    await json("/api/v2/random/animal?seed=x&wears=crown"),
  ];
  assertEquals(one, other);
  assertEquals(one.item.traits.wears, "crown");
});

Deno.test("GET dresses the child of a family, also on its preview, and not its parents", async () => {
  const query = "wears=crown&coat=white&pattern=plain";
  const { item, parents } = await json(`/cat/Ada+Grace.json?${query}`);
  assertEquals([item.traits.wears, item.traits.coat], ["crown", "white"]);
  for (const { name, ...parent } of parents) assertEquals(parent, (await json(`/cat/${name}.json`)).item);
  assertEquals(await text(toPath(item.url).replace(".png", ".svg")), await text(`/cat/Ada+Grace.svg?${query}`));
  const cards = await Promise.all(["", `&${query}`].map(async (more) => {
    return (await (await call(`/cat/Ada+Grace.png?size=card${more}`)).bytes()).toBase64();
  }));
  assertNotEquals(cards[0], cards[1]);
});

Deno.test("GET /images/animals/{kind}/{id} takes all parameters of a drawing", async () => {
  const queries = ["wears=crown", "background=f80-08f", "background=mint-hearts", "pose=sleeping&view=face&radius=64"];
  const pictures = await Promise.all(queries.map((query) => text(`/images/animals/dog/io1dwf90.svg?${query}`)));
  assertEquals(new Set(pictures).size, queries.length);
  assert(pictures[1]!.includes('<linearGradient id="g-ff8800-0088ff"'));
});

Deno.test("GET /api/v2/filter/{filter} filters dressed animals, and reports what is wrong with their traits", async () => {
  const filter = async (query: string) => {
    const image = encodeURIComponent(`/cat/Ada.png?size=16&${query}`);
    return await call(`/api/v2/filter/greyscale?image=${image}`);
  };
  const tags = await Promise.all(["", "wears=crown", "wears=scarf", "background=f80"].map(async (query) => {
    const response = await filter(query);
    await response.body?.cancel();
    assertEquals(response.status, 200);
    return response.headers.get("etag");
  }));
  assertEquals(new Set(tags).size, 4);
  const { status, details } = await (await filter("wears=fez")).json();
  assertEquals([status, details.parameter], [400, "wears"]);
  assertEquals((await filter("pose=sleeping&mood=happy")).status, 400);
});

Deno.test("GET ignores the traits of an operator's own pictures", async () => {
  const { call: started, picture, directory } = await startWithPictures();
  await using app = started;
  const { item } = await (await app("/cat/Ada.json?wears=crown&background=f80")).json();
  assertEquals([item.alt, item.traits], ["our cat", undefined]);
  assert(!item.url.includes("?"), item.url);
  assertEquals(await (await app("/cat/Ada.png?wears=crown")).bytes(), picture);
  assertEquals(await (await app(`${toPath(item.url)}?wears=crown`)).bytes(), picture);
  const { items } = await (await app("/api/v2/random/animal/cat?count=2&wears=crown")).json();
  assertEquals(items.length, 2);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("GET /{kind} and /random lead to an animal that looks as the caller wishes", async () => {
  const locate = async (path: string) => {
    const response = await call(path, { redirect: "manual" });
    await response.body?.cancel();
    return response.headers.get("location");
  };
  assertMatch(await locate("/cat?wears=crown") ?? "", /^\/cat\/[\w-]+\?wears=crown$/);
  assertEquals(await locate("/cat?seed=Ada&wears=bow%20tie&background=MINT"), null);
  assertEquals(await locate("/cat?seed=Ada&wears=bow%20tie&background=mint"), "/cat/Ada?background=mint&wears=bow-tie");
  assertMatch(await locate("/random?fins=long") ?? "", /^\/fish\/[\w-]+\?fins=long$/);
  const text = await (await call("/random?crest=tufted", { headers: { "user-agent": "curl/8" } })).text();
  assertMatch(text, /tufted .*bird/);
  assertEquals((await (await call("/cat?fins=long")).json()).details.parameter, "fins");
});
