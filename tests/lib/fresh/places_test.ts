import { assertEquals, assertStrictEquals } from "@std/assert";
import { Places } from "@/lib/fresh/places.ts";
import { type Match, Router } from "@/lib/fresh/router.ts";

/** A router that counts how often it is asked. */
class CountingRouter extends Router<string> {
  count = 0;
  override match(path: string): Match<string> | null {
    this.count++;
    return super.match(path);
  }
}

function createPlaces(): [Places<string>, CountingRouter] {
  const router = new CountingRouter();
  router.add("/a/:id", "a");
  return [new Places(router), router];
}

Deno.test("Places.find() remembers an address that led to a route, whatever its query", () => {
  const [places, router] = createPlaces();
  const first = places.find("http://h/a/1?x=1");
  for (const query of ["", "?", "?x=2", "?/a/2#?"]) assertStrictEquals(places.find(`http://h/a/1${query}`), first);
  assertEquals([first.path, first.match?.values, router.count], ["/a/1", ["1"], 1]);
});

Deno.test("Places.find() asks again for what is long or led nowhere", () => {
  for (const address of [`http://h/a/1?${"q".repeat(300)}`, `http://h/a/${"x".repeat(300)}`, "http://h/none"]) {
    const [places, router] = createPlaces();
    assertEquals(places.find(address), places.find(address));
    assertEquals(router.count, 2, address.slice(0, 20));
  }
});

Deno.test("Places.find() keeps addresses apart by host, and is right however many there are", () => {
  const [places] = createPlaces();
  assertEquals(places.find("http://h/a/1").match?.value, "a");
  assertEquals(places.find("http://%zz/a/1"), { path: null, match: null });
  for (let i = 0; i < 2500; i++) assertEquals(places.find(`http://h/a/${i}`).match?.values, [String(i)]);
  assertEquals(places.find("http://h/a/0").path, "/a/0");
});
