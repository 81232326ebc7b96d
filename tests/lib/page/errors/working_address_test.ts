import { assert, assertEquals } from "@std/assert";
import { type Call, startApp } from "@/tests/app.ts";

/** Addresses with mistakes, and where their pages lead. */
const LINKS: Readonly<Record<string, string>> = {
  // What the error suggests: a value, a name or a path.
  "/cat/Grace?view=head&size=64": "/cat/Grace?view=face&size=64",
  "/cat/Grace?background=mnt": "/cat/Grace?background=mint",
  "/cat/Grace?siz=64&utm_source=x": "/cat/Grace?size=64&utm_source=x",
  "/cat/Grace?format=webp&view=face": "/cat/Grace.webp?view=face",
  "/cat/Ada,Grace?format=webp": "/cat/Ada,Grace.webp",
  "/random?name=Ada": "/random?seed=Ada",
  "/cot/Grace?view=face": "/cat/Grace?view=face",
  "/cat/AC/DC": "/cat/AC%2FDC",
  "/dcos/filters?x=1": "/docs/filters?x=1",
  // Without the wrong parameter, if nothing is suggested; without the query, if there is another mistake.
  "/cat/Grace?size=99999&view=face": "/cat/Grace?view=face",
  "/cat/Grace?size=32&size=64": "/cat/Grace",
  "/cat/Grace?siz=16&size=64": "/cat/Grace",
  "/cat/Grace?siz=64&viw=face": "/cat/Grace",
  "/cat/Grace?format=webp&siz=64": "/cat/Grace",
  "/cat/Ada,Grace?size=5000": "/cat/Ada,Grace",
  "/fish?seed=a&seed=b": "/fish",
  "/random?name=Ada%2BGrace%2BZoe": "/random",
  "/cot/Grace?siz=3": "/cat/Grace",
  [`/cat/Grace?siz=64&x=${"x".repeat(1000)}`]: "/cat/Grace",
  // With another name, if that is wrong.
  "/dog/%20?size=64": "/dog/Ada",
  "/dog/..%20": "/dog/Ada",
  "/dog/a+b+c": "/dog/Ada",
  "/dog/Rex,": "/dog/Ada",
  [`/dog/${"x".repeat(65)}?siz=64`]: "/dog/Ada",
};

Deno.test("GET of an address with a mistake links to the one that was probably meant, which works", async () => {
  await using app = await startApp({ RATE_LIMIT: "off" });
  for (const [address, expected] of Object.entries(LINKS)) {
    const [link, ...others] = await listLinks(app, address);
    assertEquals([link, others], [expected, []], address);
    await assertWorks(app, expected);
  }
});

Deno.test("GET of an unknown format or kind links to addresses that work, with a query that is right", async () => {
  await using app = await startApp({ RATE_LIMIT: "off" });
  const firstLinks = {
    "/cat/Grace.gif?view=face&columns=40": "/cat/Grace.png?view=face",
    "/cat/Grace.gif?size=card": "/cat/Grace.png?size=card",
    "/cat/Grace.gif/": "/cat/Grace.png",
    "/cat/Grace.gif%20": "/cat/Grace.png",
    "/cat/Grace.gif?view=head": "/cat/Grace.png",
    "/cat/Ada,dog:Rex.gif?size=64": "/cat/Ada,dog:Rex.png?size=64",
    "/cat/Grace%2EGIF": "/cat/Ada.png",
    "/hamster/Grace.png?size=64": "/cat/Grace.png",
    "/hamster/Grace.gif": "/cat/Ada",
    "/hamster/%20": "/cat/Ada",
    "/dgo/%20": "/cat/Ada",
    "/none": "/cat/Ada",
  };
  for (const [address, expected] of Object.entries(firstLinks)) {
    const links = await listLinks(app, address);
    assertEquals([links[0], links.length >= 6], [expected, true], address);
    for (const link of links) await assertWorks(app, link);
  }
});

const BROWSER = { headers: { accept: "text/html" } };

/** The links of every such page. */
const GENERAL = ["/", "/docs", "/api"];

/** Returns where the other links of a page lead. */
async function listLinks(app: Call, address: string): Promise<string[]> {
  const html = await (await app(address, BROWSER)).text();
  const [main = ""] = /<main.*<\/main>/s.exec(html) ?? [];
  const links = Array.from(main.matchAll(/ href="([^"]+)"/g), ([, link = ""]) => link.replaceAll("&amp;", "&"));
  return links.filter((link) => !GENERAL.includes(link));
}

async function assertWorks(app: Call, address: string): Promise<void> {
  const { status, body } = await app(address, BROWSER);
  await body?.cancel();
  assert(status === 200 || status === 302, `${address} has status ${status}`);
}
