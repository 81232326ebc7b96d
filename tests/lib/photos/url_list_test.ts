import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { checkUrls } from "@/lib/photos/url_list.ts";
import { paint, toPng } from "@/tests/lib/images/pictures.ts";

const PNG = await toPng(paint(3, 3, () => [255, 255, 255, 255]));

async function check(entries: unknown, allowPrivateHosts: readonly string[]) {
  const path = await Deno.makeTempFile();
  await Deno.writeTextFile(path, JSON.stringify(entries));
  const { signal } = new AbortController();
  return await checkUrls(path, { allowPrivateHosts, signal }).finally(() => Deno.remove(path));
}

Deno.test("checkUrls() fetches each URL once and reports those that are no image", async () => {
  const paths: string[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url }) => {
    const { pathname } = new URL(url);
    paths.push(pathname);
    if (pathname === "/moved") return new Response(null, { status: 302, headers: { location: "/good" } });
    return pathname === "/good"
      ? new Response(PNG)
      : new Response("<html>", { status: pathname === "/page" ? 200 : 410 });
  });
  const base = `http://127.0.0.1:${server.addr.port}`;
  const list = [
    `${base}/good`,
    { url: `${base}/moved`, alt: "x" },
    `${base}/gone`,
    `${base}/page`,
    `${base}/gone`,
    "no",
  ];
  const { checked, dead } = await check(list, ["127.0.0.1"]);
  assertEquals(checked, 5);
  assertMatch(dead.join("\n"), /^Cannot use an entry .*"no"\nhttp:\S+\/gone: .*410.*\nhttp:\S+\/page: .*got an HTML/);
  assertEquals(paths, ["/good", "/moved", "/good", "/gone", "/page"]);
});

Deno.test("checkUrls() sends no request to a private address", async () => {
  const { dead } = await check(["http://127.0.0.1:80/x.png", "http://localhost/x.png"], []);
  assertMatch(dead.join("\n"), /^\S+\/x\.png: .*not a public address.*\n\S+\/x\.png: .*private name.*$/);
});

Deno.test("checkUrls() accepts a missing list and reports a broken one by name", async () => {
  const options = { allowPrivateHosts: [], signal: new AbortController().signal };
  assertEquals((await checkUrls("/nowhere/cat.json", options)).checked, 0);
  const error = await assertRejects(() => check({ a: 1 }, []), Error, "must be a JSON array");
  assertMatch(error.message, /^Cannot read "\/.+": /);
});
