import { assert, assertEquals } from "@std/assert";
import { startApp } from "@/tests/app.ts";

// Traits and backgrounds that are wrong, at every address of an animal.

const call = await startApp({ RATE_LIMIT: "off" });

/** Every address of a cat: nothing is drawn with a wrong trait, whatever the form. */
const ADDRESSES = [
  "/cat/Ada.svg",
  "/cat/Ada.png",
  "/cat/Ada.webp",
  "/cat/Ada.json",
  "/cat/Ada.txt",
  "/cat/Ada",
  "/cat/Ada+Grace.svg",
  "/cat/Ada.png?size=card",
  "/images/animals/cat/io1dwf90.png",
  "/api/v2/random/animal/cat",
  "/api/v2/random/animal/cat?format=image",
  "/api/v2/random/animal",
  "/api/v1/animals/cat",
];

/** Queries that are wrong for a cat, and the parameter that the error names. */
const WRONG: readonly (readonly [query: string, parameter: string])[] = [
  ["wears=fez", "wears"],
  ["wears=CROWN", "wears"],
  ["wears=crown&wears=scarf", "wears"],
  ["coat=__proto__", "coat"],
  ["pattern=constructor", "pattern"],
  ["mood=%F0%9F%90%B1", "mood"],
  ["mood=%FF", "mood"],
  ["eyes=%00", "eyes"],
  [`coat=${"x".repeat(8000)}`, "coat"],
  ["pose=sleeping&mood=winking", "mood"],
  ["background=ffff", "background"],
  ["background=ff8800ff", "background"],
  ["background=red", "background"],
  ["background=f80&background=08f", "background"],
  [`background=${"f".repeat(8000)}`, "background"],
];

Deno.test("GET rejects wrong traits and backgrounds at every address of an animal", async () => {
  for (const address of ADDRESSES) {
    for (const [query, parameter] of WRONG) {
      const path = `${address}${address.includes("?") ? "&" : "?"}${query}`;
      const response = await call(path);
      const { code, details, message } = await response.json();
      const label = path.slice(0, 60);
      assertEquals([response.status, code, details.parameter], [400, "invalid_parameter", parameter], label);
      assertEquals(response.headers.get("cache-control"), "no-store", label);
      assert(message.length < 500, label);
    }
  }
});

Deno.test("GET rejects the trait of another kind where the kind is known", async () => {
  for (const address of ADDRESSES.filter((each) => each !== "/api/v2/random/animal")) {
    const response = await call(`${address}${address.includes("?") ? "&" : "?"}fins=long`);
    const { details } = await response.json();
    assertEquals([response.status, details.parameter, details.allowed.includes("coat")], [400, "fins", true], address);
  }
});

Deno.test("GET names both of two traits that exclude each other", async () => {
  for (const path of ["/cat/Ada.json", "/api/v2/random/animal", "/cat/Ada+Grace.json"]) {
    const { message } = await (await call(`${path}?pose=sleeping&mood=winking`)).json();
    assert(message.includes('"mood"') && message.includes("pose=sleeping"), message);
  }
});

Deno.test("GET suggests the digits of the name of a background's colour", async () => {
  for (const [value, suggestion] of [["red", "ff0000"], ["Navy-white", "000080-ffffff"], ["transparent", "none"]]) {
    const { details } = await (await call(`/cat/Ada.svg?background=${value}`)).json();
    assertEquals(details.suggestion, suggestion);
  }
});

Deno.test("GET names the right parameter for what callers call a trait", async () => {
  for (const [wrong, right] of [["hat", "wears"], ["colour", "coat"], ["bg", "background"]]) {
    const { code, details } = await (await call(`/cat/Ada.svg?${wrong}=x`)).json();
    assertEquals([code, details.suggestion], ["invalid_parameter", right]);
  }
});

Deno.test("GET counts empty traits as absent, and ignores names that no parameter has", async () => {
  const plain = await (await call("/cat/Ada.svg")).text();
  const queries = [
    "wears=&coat=&background=&fins=",
    "__proto__=x",
    "constructor=x",
    "hasOwnProperty=1",
    "shoes=red",
    "WEARS=crown",
  ];
  for (const query of queries) {
    const response = await call(`/cat/Ada.svg?${query}`);
    assertEquals([response.status, await response.text() === plain], [200, true], query);
  }
});

Deno.test("GET suggests the parameter and the value that a caller may have meant", async () => {
  const suggest = async (query: string) => (await (await call(`/cat/Ada.svg?${query}`)).json()).details.suggestion;
  assertEquals(await suggest("coats=ginger"), "coat");
  assertEquals(await suggest("wear=crown"), "wears");
  assertEquals(await suggest("wears=crwn"), "crown");
  assertEquals(await suggest("coat=Ginger"), "ginger");
});

Deno.test("GET gives a fish no scenes, but colours", async () => {
  for (
    const [background, status] of [["mint", 400], ["hearts", 400], ["mint-hearts", 400], ["f80", 200], ["none", 200]]
  ) {
    const response = await call(`/fish/Ada.svg?background=${background}`);
    await response.body?.cancel();
    assertEquals(response.status, status, `${background}`);
  }
});

Deno.test("GET suggests the value that an everyday word means for this kind, and accepts no more of them", async () => {
  const suggested = {
    "/cat/Ada.json?coat=orange": "ginger",
    "/dog/Ada.json?coat=orange": "russet",
    "/fox/Ada.json?coat=yellow": "sandy",
    "/fish/Ada.json?coat=purple": "violet",
    "/cat/Ada.json?wears=hat": "party-hat",
    "/cat/Ada.json?wears=Crown": "crown",
    "/cat/Ada.json?wears=toString": undefined,
    "/alpaca/Ada.json?coat=purple": undefined,
  };
  for (const [path, suggestion] of Object.entries(suggested)) {
    const response = await call(path);
    assertEquals([response.status, (await response.json()).details.suggestion], [400, suggestion], path);
  }
  const fish = await call("/fish/Ada.json?coat=orange");
  assertEquals((await fish.json()).item.traits.coat, "orange");
});
