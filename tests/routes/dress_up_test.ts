import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { ANIMALS } from "@pawkit/animals";
import { listDressable } from "@/lib/page/animal/dress_up.ts";
import { startApp } from "@/tests/app.ts";
import { startWithPictures } from "@/tests/routes/operator_pictures.ts";

// The page of an animal that people have dressed up.

const call = await startApp({ RATE_LIMIT: "off" });

async function read(path: string): Promise<string> {
  const response = await call(path, { headers: { accept: "text/html" } });
  assertEquals(response.status, 200, path);
  return (await response.text()).replaceAll("&amp;", "&");
}

function find(html: string, pattern: RegExp): string {
  return pattern.exec(html)?.[1] ?? "";
}

/** Returns the links and the pictures of the wardrobe. */
function readWardrobe(html: string): { href: string; src: string; label: string; isCurrent: boolean }[] {
  const list = find(html, /<ul class="wardrobe"[^>]*>(.*?)<\/ul>/);
  const links = list.matchAll(/<a href="([^"]+)"( aria-current="true")?><img src="([^"]+)"[^>]*>(.*?)<\/a>/g);
  return Array.from(links, ([, href = "", current, src = "", label = ""]) => {
    return { href: href.replace("#dress-up", ""), src, label, isCurrent: current !== undefined };
  });
}

Deno.test("GET /{kind}/{name} shows the animal that its query describes, everywhere on the page", async () => {
  const query = "background=mint-hearts&wears=crown";
  const html = await read(`/cat/Ada?${query}`);
  const { item } = await (await call(`/cat/Ada.json?${query}`)).json();
  assertStringIncludes(item.alt, "crown");
  const url = "http://paw.example/cat/Ada";
  assertEquals(
    find(html, /<img src="([^"]+)"[^>]*data-picture/),
    "/cat/Ada.svg?background=mint-hearts&motion=on&wears=crown",
  );
  assertStringIncludes(html, `<p class="about">is ${item.alt}. </p>`);
  assertEquals(find(html, /property="og:image" content="([^"]+)"/), `${url}.png?size=card&${query}`);
  assertEquals(find(html, /property="og:url" content="([^"]+)"/), `${url}?${query}`);
  assertEquals(find(html, /property="og:description" content="([^"]+)"/), `Ada is ${item.alt}.`);
  assertStringIncludes(html, `[url=${url}?${query}][img]${url}.png?${query}[/img][/url]`);
  assertStringIncludes(html, `![Ada, ${item.alt}](${url}.png?${query})`);
  assertStringIncludes(html, `\${encodeURIComponent(user.name)}.png?${query}\``);
  for (const link of [`.webp?size=1024&${query}`, `.svg?${query}`, `.png?size=card&${query}`]) {
    assertStringIncludes(html, `href="/cat/Ada${link}"`);
  }
  // Other kinds keep what they have, too.
  assertStringIncludes(html, `<a href="/dog/Ada?${query}"`);
});

Deno.test("GET /{kind}/{name} shows pictures that exist, of a dressed child, too", async () => {
  for (
    const path of [
      "/bird/Ada",
      "/fish/Ada?view=face&radius=2048&size=16",
      "/fox/Ada?radius=1&size=1024",
      "/dog/Ada+Grace?coat=golden&wears=",
    ]
  ) {
    const html = await read(path);
    const pictures = [
      ...html.matchAll(/(?:src|content|href)="(?:http:\/\/paw\.example)?(\/\w+\/Ada[^"]*\.(?:svg|png)[^"]*)"/g),
    ];
    assert(pictures.length > 5);
    for (const [, picture = ""] of pictures) {
      const response = await call(picture);
      await response.body?.cancel();
      assertEquals(response.status, 200, picture);
    }
  }
});

Deno.test("GET /{kind}/{name} shows a face, corners in their proportion, and the whole animal for a card", async () => {
  const html = await read("/cat/Ada?view=face&size=128&radius=16");
  assertEquals(find(html, /<img src="([^"]+)"[^>]*data-picture/), "/cat/Ada.svg?view=face&radius=64&motion=on");
  assertMatch(html, /<p class="about">This is the face of a [^<]*\. <\/p>/);
  assertMatch(html, /property="og:description" content="Ada's face: a /);
  assertStringIncludes(html, 'href="/cat/Ada.webp?size=128&view=face&radius=16"');
  // The large pictures have the same corners.
  const rounded = await read("/cat/Ada?radius=128");
  for (const link of [".png?size=1024&radius=256", ".svg?radius=128"]) {
    assertStringIncludes(rounded, `href="/cat/Ada${link}"`);
  }
  const card = await read("/cat/Ada+Grace?size=card");
  assertEquals(card, await read("/cat/Ada+Grace"));
});

Deno.test("GET /{kind}/{name} has the choices of one trait only if its query ends in it", async () => {
  assertEquals(readWardrobe(await read("/cat/Ada")), []);
  assertEquals(readWardrobe(await read("/cat/Ada?size=64&view=face")), []);
  const html = await read("/cat/Ada?wears=&pose=sitting&coat=");
  const [first, ...others] = readWardrobe(html);
  assertEquals(first, {
    href: "/cat/Ada?pose=sitting&coat=",
    src: "/cat/Ada.svg?pose=sitting",
    label: "as the name says",
    isCurrent: true,
  });
  assertEquals(others.map(({ isCurrent }) => isCurrent).includes(true), false);
  assertMatch(
    html,
    /<img src="\/cat\/Ada\.svg\?pose=sitting&coat=ginger" alt width="96" height="96" loading="lazy"/,
  );
  assertMatch(html, /<a href="\/cat\/Ada\?pose=sitting&wears=#dress-up"[^>]*>wears<\/a>/);
});

Deno.test("GET /{kind}/{name} shows what can be chosen on the whole animal, also next to its face", async () => {
  const { href, src } = readWardrobe(await read("/cat/Ada?view=face&pose=")).at(-1)!;
  assertStringIncludes(href, "view=face");
  assertEquals(src.includes("view=face"), false, src);
});

Deno.test("GET /{kind}/{name} shows on the face what is small on the whole animal", async () => {
  for (const path of ["/cat/Ada?eyes=", "/fox/Ada?ears=", "/fish/Ada?mood=", "/bird/Ada?crest="]) {
    const choices = readWardrobe(await read(path));
    assert(choices.every(({ href, src }) => src.includes("view=face") && !href.includes("view=")), path);
  }
});

Deno.test("GET /{kind}/{name} leads to no error, whatever is chosen, one after the other", async () => {
  for (const kind of ANIMALS) {
    // Each trait in turn, and of that another choice each time: later ones exclude earlier ones.
    let query = "";
    for (const [index, name] of [...listDressable(kind), ...listDressable(kind)].entries()) {
      const html = await read(`/${kind}/Ada${query}`);
      const open = new RegExp(`href="/${kind}/Ada([^"#]*)#dress-up"[^>]*>${name}</a>`);
      const choices = readWardrobe(await read(`/${kind}/Ada${find(html, open)}`));
      assert(choices.length > 1, name);
      for (const { href, src } of choices) {
        for (const path of [href, src]) {
          const response = await call(path, { headers: { accept: "application/json" } });
          await response.body?.cancel();
          assertEquals(response.status, 200, path);
        }
      }
      query = new URL(choices[(index * 7 + 3) % choices.length]!.href, "http://paw.example").search;
    }
  }
});

Deno.test("GET /{kind}/{name} shows the choice that a link of the wardrobe promises, and marks it", async () => {
  const choice = readWardrobe(await read("/fox/Ada?pose=sleeping&mood=")).find(({ label }) => label === "winking");
  assertEquals(choice?.href, "/fox/Ada?mood=winking");
  const html = await read(choice!.href);
  assertMatch(html, /<p class="about">is a winking /);
  assertEquals(readWardrobe(html).filter(({ isCurrent }) => isCurrent).map(({ label }) => label), ["winking"]);
});

Deno.test("GET /{kind}/{name} has a link for each option of its picture, and keeps the rest", async () => {
  const html = await read("/cat/Ada?size=128&coat=grey&wears=");
  const hrefOf = (name: string, value: string) =>
    find(html, new RegExp(`<a href="([^"]+)#options"[^>]* data-name="${name}" data-value="${value}"`));
  assertEquals(hrefOf("view", "face"), "/cat/Ada?size=128&view=face&coat=grey&wears=");
  assertEquals(hrefOf("radius", "64"), "/cat/Ada?size=128&radius=16&coat=grey&wears=");
  assertEquals(hrefOf("size", "32"), "/cat/Ada?size=32&coat=grey&wears=");
  assertEquals(hrefOf("background", "none"), "/cat/Ada?size=128&background=none&coat=grey&wears=");
  for (const [, href = ""] of html.matchAll(/<a href="([^"]+)#options"/g)) await read(href);
});

Deno.test("GET /{kind}/{name} has a still picture, and the code of a face names what it wears", async () => {
  const html = await read("/cat/Ada?coat=grey");
  assertStringIncludes(html, '<noscript><a href="/cat/Ada.svg?coat=grey">Still picture</a></noscript>');
  assertMatch(html, /<button [^>]*data-still[^>]*aria-pressed="false"[^>]*>Still<\/button>/);
  const face = (await read("/cat/Ada?view=face&wears=crown")).replaceAll("&quot;", '"');
  assertMatch(face, /\/cat\/Ada\.png\?view=face&amp;wears=crown"[^>]* alt="Ada, a [a-z -]+ cat with a golden crown/);
  assertNotEquals(
    await (await call("/cat/Ada.svg?coat=grey")).text(),
    await (await call("/cat/Ada.svg?coat=grey&motion=on")).text(),
  );
});

Deno.test("GET /{kind}/{name} rejects what it cannot show, also as a page", async () => {
  for (
    const query of [
      "wears=sombrero",
      "fins=long",
      "pose=sleeping&mood=winking",
      "background=red",
      "coat=grey&coat=cream",
    ]
  ) {
    const response = await call(`/cat/Ada?${query}`, { headers: { accept: "text/html" } });
    await response.body?.cancel();
    assertEquals(response.status, 400, query);
  }
});

Deno.test("GET /{kind}/{name} of a photograph cannot be dressed up or moved", async () => {
  const { call: started, directory } = await startWithPictures();
  await using call = started;
  const html = await (await call("/cat/Ada?wears=crown")).text();
  assertEquals(html, await (await call("/cat/Ada")).text());
  for (const part of ["dress-up", "data-still", "view=face", "options"]) assertEquals(html.includes(part), false, part);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("GET /{kind}/{name} leads to another animal that is shown in the same way", async () => {
  const all = "size=64&view=face&radius=8&background=ff8800&coat=black&wears=crown";
  const queries = { "": "", "background=f80": "background=ff8800", "size=card&wears=bow": "wears=bow", [all]: all };
  for (const [query, passed] of Object.entries(queries)) {
    const href = find(await read(`/cat/Ada?${query}`), /href="([^"]*)"[^>]*>\s*Another one/);
    const location = (await call(href)).headers.get("location") ?? "";
    assertEquals([href, location.replace(/\/[\w-]+(?=\?|$)/, "")], Array(2).fill(passed ? `/cat?${passed}` : "/cat"));
    await read(location);
  }
});
