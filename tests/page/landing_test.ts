import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { ENDPOINTS } from "@/lib/describe/mod.ts";
import { startApp, type TestApp } from "@/tests/support/app.ts";

const BROWSER = { accept: "text/html,*/*;q=0.8" };

async function read(app: TestApp, path: string): Promise<string> {
  const response = await app.fetch(path, { headers: BROWSER });
  assertEquals(response.headers.get("content-type"), "text/html; charset=utf-8");
  return await response.text();
}

/** Adds the example of the operator's own pictures. */
async function addOwnPicture(dataFolder: string): Promise<void> {
  await Deno.mkdir(`${dataFolder}/pictures/cat`, { recursive: true });
  const picture = new URL("../../static/apple-touch-icon.png", import.meta.url);
  await Deno.copyFile(picture, `${dataFolder}/pictures/cat/example.png`);
}

Deno.test("GET / shows Ada, every endpoint with an example, and nothing inline", async () => {
  await using app = await startApp({ CONTACT: "mailto:ada@example.org" }, { prepare: addOwnPicture });
  const page = await read(app, "/");
  assertStringIncludes(page, `src="/cat/Ada.svg?motion=on"`);
  for (const { path, example } of ENDPOINTS.filter(({ path }) => !path.includes("operator") && path !== "/metrics")) {
    assertStringIncludes(page, `<code>${path}</code>`);
    assertStringIncludes(page, `href="${example.replaceAll("&", "&amp;")}"`);
    assertStringIncludes(page, `<input value="${example.replaceAll("&", "&amp;")}"`);
  }
  assertEquals([...page.matchAll(/ style=| on\w+=|<style|<script(?! type="module" src)/g)].map(([found]) => found), []);
});

Deno.test("GET / leaves out what the operator has switched off", async () => {
  await using app = await startApp({ FEATURES: "text" });
  const page = await read(app, "/");
  for (const absent of ["/#filter", "/api/v2/filter", "/api/v5", "block-lists"]) assert(!page.includes(absent), absent);
});

Deno.test("every link, picture and form of the pages leads somewhere", async () => {
  await using app = await startApp({ CONTACT: "mailto:ada@example.org" }, { prepare: addOwnPicture });
  for (const path of ["/", "/cat/Ada+Grace?wears=crown", "/cat/Ada,dog:Rex", "/docs"]) {
    const page = await read(app, path);
    const targets = [...page.matchAll(/ (href|src|action)="(\/[^"#]*)/g)];
    for (const [target, attribute] of new Map(targets.map(([, attribute, target]) => [target!, attribute!]))) {
      const response = await app.fetch(target.replaceAll("&amp;", "&"), { headers: { accept: "*/*" } });
      await response.body?.cancel();
      // A form sends more than its address.
      const isRight = attribute === "action" ? response.status !== 404 : [200, 302].includes(response.status);
      assert(isRight, `${path} leads to ${target}: ${response.status}`);
    }
  }
});

Deno.test("an id is on a page once, and every link to a place on a page finds it", async () => {
  await using app = await startApp();
  for (const path of ["/", "/docs", "/cat/Ada"]) {
    const page = await read(app, path);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!);
    assertEquals(ids.filter((id, index) => ids.indexOf(id) !== index), []);
    for (const [, target, id] of page.matchAll(/ href="(\/(?:docs)?)?#([^"]+)"/g)) {
      const other = target === undefined || target === path ? page : await read(app, target);
      assertStringIncludes(other, ` id="${id}"`);
    }
  }
});

Deno.test("GET /{kind}/{name} says who it is, in previews of links, too", async () => {
  await using app = await startApp();
  const page = await read(app, "/cat/Ada+Grace?wears=crown");
  const alt = "a curious ginger pointed cat with a golden crown, walking, on a sky blue background";
  assertStringIncludes(page, `<p>Ada+Grace is ${alt}.</p>`);
  assertStringIncludes(page, `<meta property="og:description" content="${alt}"/>`);
  assertStringIncludes(page, `content="http://localhost/cat/Ada+Grace.png?view=card&amp;wears=crown"`);
  assertStringIncludes(page, "It has Ada's pattern and mood, Grace's coat and pose.");
  // The code has the same words, and its pictures of users are small and still.
  assertStringIncludes(page, `alt=&quot;Ada+Grace is ${alt}.&quot;`);
  assertStringIncludes(page, "/Ada%20Lovelace.png?size=128&amp;view=face&amp;wears=crown&quot; width=&quot;128&quot;");
});

Deno.test("GET /{kind}/{name} describes each animal of a group, and links to the group without it", async () => {
  await using app = await startApp();
  const page = await read(app, "/cat/Ada,dog:Rex?wears=crown");
  assertMatch(page, /<a href="\/dog\/Rex\?wears=crown">Rex<\/a> is a [^<]*with a golden crown/);
  assertMatch(page, /href="\/dog\/Rex\?wears=crown" aria-label="Remove Ada"/);
  assertStringIncludes(page, "The pictures show Ada.");
});

Deno.test("GET /{kind}/{name} escapes a name everywhere", async () => {
  await using app = await startApp();
  const name = `"><img src=x>'&\`$(id)`;
  const page = await read(app, `/cat/${encodeURIComponent(name)}`);
  assert(!page.includes("<img src=x"));
  // The code that people copy is HTML in HTML.
  assertStringIncludes(page, `alt=&quot;&amp;quot;>&amp;lt;img src=x>`);
  assertMatch(page, /curl &quot;http:\/\/localhost\/cat\/%22%3E%3Cimg%20src%3Dx%3E%27%26%60%24%28id%29&quot;/);
});

Deno.test("GET /{kind}/{name} offers only what its animals can look like", async () => {
  await using app = await startApp();
  const cat = await read(app, "/cat/Ada?pose=sleeping");
  assertMatch(cat, / name="mood" value="happy" +disabled>/);
  assertMatch(cat, / name="mood" value="dreaming" +>/);
  assertMatch(cat, / name="pose" value="sleeping" checked +>/);
  const group = await read(app, "/cat/Ada,fish:Bo?size=256");
  assertMatch(group, / name="wears" value="crown"/);
  for (const absent of [`name="ears"`, `name="fins"`, `value="scarf"`, `value="1024"`, `value="mint"`]) {
    assert(!group.includes(absent), absent);
  }
});

Deno.test("GET /{kind}/{name} keeps in its form what the address says", async () => {
  await using app = await startApp();
  for (const query of ["radius=100&size=99", "background=123456", "background=mint-hearts&motion=off", "view=card"]) {
    const page = await read(app, `/cat/a%2Cb+c%3Ad?${query}`);
    const form = new URLSearchParams(
      [...page.matchAll(/<input(?: type="radio")? name="(\w+)" value="([^"]*)"( checked)?/g)]
        .filter(([input, , , isChecked]) => isChecked || !input.includes("radio"))
        .filter(([, , value]) => value !== "").map(([, name, value]) => [name!, value!]),
    );
    const response = await app.fetch(`/random?${form}`, { headers: BROWSER });
    const [path, found] = response.headers.get("location")!.split("?");
    assertEquals([path, [...new URLSearchParams(found)].sort()], [
      "/cat/a%2Cb+c%3Ad",
      [...new URLSearchParams(query)].sort(),
    ]);
  }
});
