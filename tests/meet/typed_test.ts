import { assertEquals, assertMatch } from "@std/assert";
import { KINDS } from "@pawkit/animals";
import { startApp } from "@/tests/support/app.ts";

const PAGE = { accept: "text/html,*/*;q=0.8" };
const CURL = { "user-agent": "curl/8.14.1", accept: "*/*" };

/** What the form of the page sends, and where it leads. */
const TYPED: Readonly<Record<string, string>> = {
  "name=Ada": "/cat/Ada",
  "kind=dog&name=": "/dog/…",
  "name=+Ada++Lovelace+": "/cat/Ada%20Lovelace",
  "name=Ada+%2B+Grace": "/cat/Ada+Grace",
  "name=Ada,+Grace,+dog:Rex": "/cat/Ada,Grace,dog:Rex",
  "kind=bird&name=dog:Rex": "/dog/Rex",
  "name=%F0%9F%90%B1%2F%3F%23": "/cat/%F0%9F%90%B1%2F%3F%23",
  "name=..%2F..%2Fetc": "/cat/..%2F..%2Fetc",
  "name=Ada.png": "/cat/Ada%2Epng",
  "name=Ada&mood=&wears=&size=": "/cat/Ada",
  "name=Ada&wears=scarf&view=face&other=1": "/cat/Ada?view=face&wears=scarf",
  "kind=fish&name=Ada&wears=scarf&mood=happy&background=mint": "/fish/Ada?mood=happy",
  "name=Ada,fish:Bo&wears=scarf&size=300": "/cat/Ada,fish:Bo?size=300",
  "name=Ada&pose=curled-asleep&mood=cheerful": "/cat/Ada?…",
};

Deno.test("GET /random leads to what somebody typed, without the looks that an animal lacks", async () => {
  await using app = await startApp();
  for (const [query, expected] of Object.entries(TYPED)) {
    const { status, headers } = await app.fetch(`/random?${query}`, { headers: PAGE });
    assertEquals([query, status, headers.get("cache-control")], [query, 302, "no-store"]);
    const location = headers.get("location")!;
    assertMatch(location, new RegExp(`^${RegExp.escape(expected).replace("…", ".+")}$`));
    const answer = await app.fetch(location, { headers: PAGE });
    await answer.body?.cancel();
    assertEquals([location, answer.status], [location, 200]);
  }
});

Deno.test("GET /random and GET /{kind} lead to a new name each time, of any kind and of the kind", async () => {
  await using app = await startApp();
  const locate = async (path: string) => (await app.fetch(path, { headers: PAGE })).headers.get("location")!;
  const any = await Promise.all(Array.from({ length: 100 }, () => locate("/random")));
  assertEquals([...new Set(any.map((location) => location.split("/")[1]))].sort(), [...KINDS].sort());
  for (const kind of KINDS) {
    const found = await Promise.all(Array.from({ length: 5 }, () => locate(`/${kind}?view=face`)));
    for (const each of found) assertMatch(each, new RegExp(`^/${kind}/[A-Z][a-z]+-[A-Z][a-z]+\\?view=face$`));
    assertEquals(new Set(found).size > 1, true);
  }
});

Deno.test("GET /random refuses names that nobody has, and what is wrong in every form", async () => {
  await using app = await startApp();
  for (const query of ["name=dog:", "name=A%2BB%2BC", `name=${"a,".repeat(13)}`, "view=side", "size=15"]) {
    const response = await app.fetch(`/random?${query}`);
    assertEquals([query, response.status, (await response.json()).code], [query, 400, "invalid_parameter"]);
  }
});

Deno.test("the text of an animal is its picture, who it is, and its address", async () => {
  await using app = await startApp();
  const lines = (await (await app.fetch("/cat/Ada+Grace?view=face&columns=20", { headers: CURL })).text()).split("\n");
  const end = lines.slice(11);
  assertMatch(end[0]!, /^Ada\+Grace's face: an? .*cat.*\.$/);
  assertEquals(end.slice(1), [
    "http://localhost/cat/Ada+Grace.png?view=face",
    "Its parents are Ada and Grace:",
    "http://localhost/cat/Ada",
    "http://localhost/cat/Grace",
    "",
  ]);
});

Deno.test("the text of a group is one animal after the other", async () => {
  await using app = await startApp();
  const read = async (path: string) => await (await app.fetch(path)).text();
  const [cat, dog] = [await read("/cat/Ada.txt?columns=10"), await read("/dog/Rex.txt?columns=10")];
  assertEquals(await read("/cat/Ada,dog:Rex.txt?columns=10"), `${cat}\n${dog}`);
});

Deno.test("a terminal gets nothing from a name that it would obey, and without colours only Braille", async () => {
  await using app = await startApp();
  const text = await (await app.fetch("/cat/%1B%5B2J%C2%9B%E2%80%AE%0AAda.txt?colors=none", { headers: CURL })).text();
  const [sentence = "", address = ""] = text.trimEnd().split("\n").slice(-2);
  assertMatch(sentence, /^\\u001b\[2J\\u009b Ada is /);
  assertEquals(address, "http://localhost/cat/%1B%5B2J%C2%9B%20Ada.png");
  // deno-lint-ignore no-control-regex -- control characters must be found
  assertEquals(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/.test(text), false);
  assertMatch(text.slice(0, text.indexOf(sentence)), /^[\u2800-\u28ff\n ]+$/);
});
