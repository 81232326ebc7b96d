import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FILTERS } from "@pawkit/images";
import { toSections } from "@/lib/page/parts/sections.ts";
import { startApp } from "@/tests/app.ts";
import { ENDPOINTS } from "@/tests/endpoints.ts";

const call = await startApp();

const CARDS = toSections(ENDPOINTS.filter(({ group }) => group !== "operator")).flatMap(({ cards }) => cards);

const CHARACTERS: Readonly<Record<string, string>> = { quot: '"', lt: "<", gt: ">", amp: "&", "#39": "'" };

/** Returns the text of the part of a page between two strings. */
function readText(html: string, start: string, end: string): string {
  const from = html.indexOf(start) + start.length;
  assert(from >= start.length, `the page lacks ${start}`);
  const text = html.slice(from, html.indexOf(end, from)).replaceAll(/<[^>]*>/g, "");
  return text.replaceAll(/&([#\w]+);/g, (entity, name) => CHARACTERS[name] ?? entity);
}

Deno.test("GET /docs/{group} has every endpoint as a closed card with its command and example, also without scripts", async () => {
  for (const { endpoint: { id, group, path, example, responses }, v1Endpoint } of CARDS) {
    const html = await (await call.handle(new Request(`http://localhost:8000/docs/${group}`))).text();
    const from = html.indexOf(`<article class="endpoint" id="${id}"`);
    const card = html.slice(from, html.indexOf("</article>", from));
    assertEquals(/<details[^>]*\sopen/.test(card), false, id);
    assertStringIncludes(readText(card, "<summary>", "</summary>"), path.replace("{app_name}", "app"));
    assertStringIncludes(readText(card, "data-code", "</code>"), `http://localhost:8000${example}`);
    if (responses[0]?.example !== undefined) assert(readText(card, "data-result", "</div>").length > 20, id);
    if (v1Endpoint) assertStringIncludes(readText(card, `id="${v1Endpoint.id}"`, "</p>"), v1Endpoint.path);
  }
});

Deno.test("the card of the filters explains its steps in four parts, and the strength of one filter", async () => {
  const html = await (await call("/docs/filters")).text();
  const from = html.indexOf('<article class="endpoint" id="v2-filter"');
  const about = html.slice(html.indexOf('class="about"', from), html.indexOf('class="actions"', from));
  const parts = [...about.slice(0, about.indexOf("<dl")).matchAll(/<p ?><b ?>([^<]+)<\/b>/g)].map(([, title]) => title);
  assertEquals(parts, ["One filter", "Its strength", "Several filters", "Size, format, upload"]);
  const shown = about.replaceAll(/<div[^>]* hidden ?>.*?<\/div>/gs, "").replaceAll(/<[^>]*>/g, " ");
  assertStringIncludes(shown, "1 to 256 pixels, default 5");
  for (const other of ["contrast", "400x300", "**"]) assertEquals(shown.includes(other), false, other);
});

Deno.test("the fields for a name refuse one without a page before it is sent", async () => {
  for (const [path, field] of [["/fox/Ada", "seed"], ["/", "meet-name"]] as const) {
    const html = await (await call(path, { headers: { accept: "text/html" } })).text();
    const [, pattern] = new RegExp(`<input id="${field}"[^>]* pattern="([^"]+)"`).exec(html) ?? [];
    // This is how browsers read it, older ones with the flag `u`.
    for (const flag of ["v", "u"]) {
      const allows = (name: string) => new RegExp(`^(?:${pattern})$`, flag).test(name);
      const refused = ["..", " . ", "Ada.png", "Ada.jpeg ", "a+b.json"];
      const allowed = ["Ada", "...", "a.b", "Ada.pn", "png", "Ada+Grace", "猫"];
      assertEquals([refused.filter(allows), allowed.filter((name) => !allows(name))], [[], []], path);
    }
  }
});

Deno.test("GET /docs/filters names both methods, and without a script each filter leads to a picture", async () => {
  const html = await (await call("/docs/filters")).text();
  assertStringIncludes(html, '<span class="method">GET POST</span>');
  const links = [...html.matchAll(/<a href="([^"]+)" data-name="steps"/g)].map(([, href = ""]) => href);
  assertEquals(links.length, FILTERS.length);
  for (const href of links) {
    const response = await call(href.replaceAll("&amp;", "&"));
    await response.body?.cancel();
    assertEquals(response.status, 200, href);
  }
});

Deno.test("GET /docs/animals lists who gets what of a name, and has no mark of a list", async () => {
  const [, card = ""] = (await (await call("/docs/animals")).text()).split('<article class="endpoint" id="animal"');
  const [, about = ""] = card.split('<div class="about">');
  const items = [...about.split("<dl")[0]!.matchAll(/<li ?>(.*?)<\/li>/gs)];
  assert(items.length > 4, `${items.length} items`);
  assert(!/<p ?>- |\n- /.test(about));
});
