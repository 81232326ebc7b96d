import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { startApp } from "@/tests/app.ts";
import { startWithPictures } from "@/tests/routes/operator_pictures.ts";

const call = await startApp({ RATE_LIMIT: "off" });
const CURL = { accept: "*/*", "user-agent": "curl/8.5.0" };
const CHROME = { accept: "text/html,image/webp,*/*;q=0.8", "user-agent": "Mozilla/5.0" };

async function read(path: string, headers: Record<string, string> = CURL): Promise<string> {
  const response = await call(path, { headers });
  assertEquals([response.status, response.headers.get("content-type")], [200, "text/plain; charset=utf-8"], path);
  return await response.text();
}

/** Returns the lines of the picture, without colours. */
function toLines(text: string): string[] {
  // deno-lint-ignore no-control-regex -- the escape sequences of colours
  const lines = text.replaceAll(/\x1b\[[\d;]*m/g, "").split("\n");
  return lines.slice(0, lines.findIndex((line) => line.includes(" is a") || line.includes("'s face")) - 1);
}

Deno.test("GET /{kind}/{name} in a terminal has as many columns as wanted, and half as many lines", async () => {
  for (const path of ["/fox/Ada", "/fox/Ada.txt", "/fox/Ada.txt?view=face", "/fox/Ada+Grace"]) {
    for (const columns of [10, 40, 61, 120]) {
      const text = await read(`${path}${path.includes("?") ? "&" : "?"}columns=${columns}`);
      const lines = toLines(text);
      assertEquals([lines.length, Math.max(...lines.map((line) => line.length))], [Math.ceil(columns / 2), columns]);
    }
  }
  assertEquals(await read("/fox/Ada?columns=40&colors=all"), await read("/fox/Ada"));
});

Deno.test("GET /{kind}/{name} in a terminal has the colours that were wanted", async () => {
  const [all, palette, none] = await Promise.all(["all", "256", "none"].map((each) => read(`/cat/Zoe?colors=${each}`)));
  // deno-lint-ignore no-control-regex -- the escape sequence of 24-bit colours
  assertMatch(all!, /\x1b\[38;2;\d+;\d+;\d+;48;2;/);
  // deno-lint-ignore no-control-regex -- the escape sequences of the palette are the only ones
  assertMatch(palette!.replaceAll(/\x1b\[(?:0|(?:0;)?(?:[34]8;5;\d+;?)+)m/g, ""), /^[^\x1b]*$/);
  // deno-lint-ignore no-control-regex -- nothing but lines of text
  assertMatch(none!, /^[^\x00-\x09\x0b-\x1f]*$/);
  assertMatch(toLines(none!).join(""), /^[ \u2800-\u28ff]{100,}$/);
  assertNotEquals(await read("/cat/Zoe?colors=none&view=face"), none);
});

Deno.test("GET /{kind}/{name} in a terminal describes what it draws, and has the address that was asked for", async () => {
  const readEnd = async (path: string) => (await read(path)).split("\n").slice(-3, -1);
  for (const path of ["/cat/Zoe.txt?", "/fish/Zoe.txt?", "/cat/Zoe.txt?view=face", "/cat/Zoe.txt?background=mint"]) {
    const [sentence, address] = await readEnd(`${path}&colors=none`);
    const [plain] = await readEnd(`${path.replace("background=mint", "")}&background=none`);
    const suffix = path.replace(".txt", ".png").replace(/\?$/, "");
    assertEquals([sentence, address], [plain, `http://paw.example${suffix}`]);
  }
  for (const colours of ["all", "256"]) {
    assertMatch((await readEnd(`/cat/Zoe.txt?background=mint&colors=${colours}`))[0]!, /on a mint background\.$/);
  }
});

Deno.test("GET /{kind}/{name} says that columns and colors are for text, wherever they have no effect", async () => {
  const addresses = {
    "/cat/Ada.png?columns=20": "/cat/Ada.txt?columns=20",
    "/cat/Ada.JPEG?colors=256&size=64": "/cat/Ada.txt?colors=256&size=64",
    "/cat/Ada.svg?colors=none": "/cat/Ada.txt?colors=none",
    "/cat/Ada+Gr%2Face.webp?columns=999": "/cat/Ada+Gr%2Face.txt?columns=999",
    "/cat/Ada.json?type=svg&columns=20": "/cat/Ada.txt?columns=20",
  };
  for (const [path, suggestion] of Object.entries(addresses)) {
    const { status, code, message, details } = await (await call(path)).json();
    assertEquals([status, code, details.suggestion], [400, "invalid_parameter", suggestion], path);
    assertStringIncludes(message, "must be absent, because it is for text");
  }
  for (const accept of ["image/png", "application/json"]) {
    const response = await call("/cat/Ada?columns=20&fallback=none", { headers: { accept } });
    assertEquals((await response.json()).details.parameter, "columns");
  }
  const filter = await call(`/api/v2/filter/invert?image=${encodeURIComponent("/cat/Ada.png?columns=20")}`);
  assertEquals((await filter.json()).details.suggestion, "/cat/Ada.txt?columns=20");
  const page = await call("/cat/Ada?columns=20&colors=256", { headers: CHROME });
  assertEquals((await page.text()).startsWith("<!DOCTYPE html>"), true);
  for (const query of ["columns=9", "colors=16"]) {
    for (const headers of [CHROME, CURL]) assertEquals((await call(`/cat/Ada?${query}`, { headers })).status, 400);
  }
  assertEquals((await call("/cat/Ada.png?columns=&colors=&size=16")).status, 200);
  for (const [word, meant] of [["cols", "columns"], ["colours", "colors"], ["column", "columns"]] as const) {
    assertEquals((await (await call(`/cat/Ada.txt?${word}=20`)).json()).details.suggestion, meant);
  }
});

Deno.test("GET /{kind} and /random draw at once in a terminal, and redirect everyone else", async () => {
  for (const path of ["/cat", "/random", "/bird?seed=", "/random?columns=20&colors=none"]) {
    const response = await call(path, { headers: CURL });
    const { headers } = response;
    assertEquals([response.status, headers.get("location"), headers.get("cache-control")], [200, null, "no-store"]);
    assertEquals([headers.get("etag"), headers.get("content-type")], [null, "text/plain; charset=utf-8"]);
    const text = await response.text();
    const [, name, address] = /\n([A-Z][a-z]+-[A-Z][a-z]+) is an? .*\.\n(http:\/\/paw\.example\/.*)\n$/.exec(text) ??
      [];
    assertMatch(address!, new RegExp(`^http://paw\\.example/[a-z]+/${name}\\.png$`));
    // Without colours, empty lines at the top and at the bottom are left out.
    const lines = toLines(text).length;
    assert(path.includes("colors=none") ? lines > 0 && lines <= 10 : lines === 20, `${lines} lines`);
    // The address is that of the same animal.
    const query = path.includes("?columns") ? path.slice(path.indexOf("?")) : "";
    assertEquals(await read(`${new URL(address!).pathname.replace(".png", ".txt")}${query}`), text);
    for (const other of [CHROME, {}, { ...CURL, accept: "text/html" }, { accept: "text/plain" }]) {
      const redirect = await call(path, { headers: other as Record<string, string> });
      assertEquals([redirect.status, redirect.headers.get("cache-control")], [302, "no-store"], JSON.stringify(other));
    }
  }
});

Deno.test("GET /{kind}?seed= draws the animal of the name in a terminal, and never stores it", async () => {
  const response = await call("/fox?seed=Ada+Gr%C3%A4ce&columns=30", { headers: CURL });
  assertEquals(response.headers.get("cache-control"), "no-store");
  assertEquals(await response.text(), await read("/fox/Ada%20Gr%C3%A4ce?columns=30"));
  assertEquals(await read("/fox?seed=Ada%2BGrace"), await read("/fox/Ada+Grace"));
  assertEquals(await read("/fox?seed=Ada&view=face&size=64"), await read("/fox/Ada?view=face&size=64"));
  const { info } = await (await call("/api/v2/random/animal?seed=Ada")).json();
  assertEquals(await read("/random?seed=Ada"), await read(`/${info.endpoint}/Ada`));
  for (
    const query of [
      "seed=Ada.png",
      "seed=..",
      `seed=${"x".repeat(65)}`,
      "columns=9",
      "colors=16",
      "columns=20&columns=20",
      "size=9",
      "size=card",
      "size=64&size=64",
      "view=head",
      "radius=-1",
    ]
  ) {
    for (const headers of [CURL, CHROME]) assertEquals((await call(`/fox?${query}`, { headers })).status, 400, query);
  }
  const hostile = await read("/cat?seed=a%1B%5D0;x%07b&colors=none");
  // deno-lint-ignore no-control-regex -- what a terminal would obey
  assert(!/[\x00-\x09\x0b-\x1f]/.test(hostile));
});

Deno.test("HEAD /{kind} in a terminal has no body", async () => {
  const response = await call("/cat?seed=Ada", { method: "HEAD", headers: CURL });
  assertEquals([response.status, await response.text()], [200, ""]);
  assert(Number(response.headers.get("content-length")) > 1000);
});

Deno.test("GET /{kind} in a terminal is a piece of work of its client", async () => {
  await using limited = await startApp({ RATE_LIMIT: "10" });
  await (await limited("/cat?seed=Ada", { headers: CURL })).body?.cancel();
  assertMatch((await limited("/api/v1/uptime")).headers.get("ratelimit")!, /;r=[0-3];/);
});

Deno.test("GET /{kind} in a terminal redirects to a photograph of the operator, as everyone", async () => {
  const { call: started, directory } = await startWithPictures();
  await using call = started;
  const response = await call("/cat?seed=Ada", { headers: CURL });
  assertEquals([response.status, response.headers.get("location")], [302, "/cat/Ada"]);
  const text = await (await call("/cat/Ada?columns=20&colors=none", { headers: CURL })).text();
  assertEquals(text, "Ada is our cat.\nhttp://paw.example/cat/Ada.png\n");
  await Deno.remove(directory, { recursive: true });
});
