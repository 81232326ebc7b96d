import { assertEquals, assertMatch } from "@std/assert";
import { KINDS } from "@pawkit/animals";
import { startApp } from "@/tests/support/app.ts";

const IMG = { "sec-fetch-dest": "image", accept: "image/avif,image/webp,*/*" };

Deno.test("a random animal is the animal of a random name, at the address of that name", async () => {
  await using app = await startApp();
  for (const kind of KINDS) {
    const { info, message, item } = await (await app.fetch(`/api/v2/random/animal/${kind}?view=face`)).json();
    assertEquals([info, item.url], [{ category: "animals", endpoint: kind }, message]);
    assertEquals(message, `http://localhost/${kind}/${item.name}.png?view=face`);
    const named = await (await app.fetch(`/${kind}/${item.name}.json?view=face`)).json();
    assertEquals(named.item, item);
    const v1 = await (await app.fetch(`/api/v1/animals/${kind}?seed=a&format=json`)).json();
    const v2 = await (await app.fetch(`/api/v2/random/animal/${kind}?seed=a&format=json`)).json();
    assertEquals([v1.category, v1.endpoint, v1.item], ["animals", kind, v2.item]);
  }
});

Deno.test("count adds animals of different names, and the same seed gives the same ones", async () => {
  await using app = await startApp();
  const read = async (query: string) => await (await app.fetch(`/api/v2/random/animal${query}`)).json();
  const { items, info, item } = await read("?count=50&seed=a");
  assertEquals(new Set(items.map(({ name }: { name: string }) => name)).size, 50);
  const kindOf = ({ url }: { url: string }) => new URL(url).pathname.split("/")[1]!;
  assertEquals(info.endpoint, kindOf(item));
  assertEquals(new Set<string>(items.map(kindOf)), new Set<string>(KINDS));
  assertEquals((await read("?count=50&seed=a")).items, items);
  assertEquals(items[0], item);
  // Written down, because a seed keeps its answer within a major version.
  assertEquals((await (await app.fetch("/api/v1/animals/cat?seed=Ada")).json()).item.name, "Ruby-Berry");
  const all = await Promise.all(Array.from({ length: 60 }, (_, seed) => read(`?seed=${seed}`)));
  const kinds = all.map((each) => each.info.endpoint);
  assertEquals([...new Set(kinds)].sort(), [...KINDS].sort());
});

Deno.test("a look decides which kinds are drawn, and is a 400 for a kind that lacks it", async () => {
  await using app = await startApp();
  for (let seed = 0; seed < 20; seed++) {
    const { item } = await (await app.fetch(`/api/v2/random/animal?wears=scarf&seed=${seed}`)).json();
    assertEquals(item.traits.wears, "scarf");
  }
  for (const path of ["/api/v1/animals/fish?wears=scarf", "/api/v2/random/animal?wears=sword"]) {
    const response = await app.fetch(path);
    assertEquals([response.status, (await response.json()).details.parameter], [400, "wears"]);
  }
  const errors = await Promise.all(Array.from({ length: 30 }, async () => {
    return (await (await app.fetch("/api/v2/random/animal?background=zzz")).json()).message;
  }));
  assertEquals(new Set(errors).size, 1);
});

Deno.test("format=image and <img> are the picture of the seed's animal, and without a seed nobody stores it", async () => {
  await using app = await startApp({ BASE_URL: "https://pawkit.example" });
  const path = "/api/v2/random/animal/cat?size=64";
  const { item } = await (await app.fetch(`${path}&seed=a`)).json();
  const expected = await (await app.fetch(new URL(item.url).pathname + "?size=64")).bytes();
  const answers: readonly (readonly [query: string, headers: Record<string, string>, stored: RegExp])[] = [
    ["&seed=a&format=image", {}, /^public, max-age=86400$/],
    ["&seed=a", IMG, /^private, max-age=60$/],
  ];
  for (const [query, headers, stored] of answers) {
    const response = await app.fetch(path + query, { headers });
    assertEquals([response.headers.get("content-type"), await response.bytes()], ["image/png", expected]);
    assertMatch(response.headers.get("cache-control")!, stored);
  }
  const random = await app.fetch(path, { headers: IMG });
  assertEquals([(await random.bytes()).length > 0, random.headers.get("cache-control")], [true, "no-store"]);
});
