import { assert, assertEquals } from "@std/assert";
import { startApp } from "@/tests/app.ts";

// Every address that an error of a named animal suggests is one that works.

const call = await startApp({ RATE_LIMIT: "off" });

async function suggest(path: string, accept = "*/*"): Promise<string | undefined> {
  const response = await call(path, { headers: { accept } });
  if (response.status !== 400) await response.body?.cancel();
  return response.status === 400 ? (await response.json()).details.suggestion : undefined;
}

Deno.test("GET /{kind}/{name} suggests an address without what its form rejects", async () => {
  const addresses = {
    "/cat/Ada.svg?columns=20&motion=on": "/cat/Ada.txt?columns=20",
    "/cat/Ada.txt?columns=20&motion=on": "/cat/Ada.svg?motion=on",
    "/cat/Ada.png?columns=20&size=card": "/cat/Ada.txt?columns=20",
    "/cat/Ada?type=svg&columns=20&view=face": "/cat/Ada.svg?view=face",
    "/cat/Ada?type=webp&size=card": "/cat/Ada.webp",
    "/cat/Ada?type=jpeg&size=card&view=face&radius=max": "/cat/Ada.jpg?size=card",
    "/cat/Ada?format=image&motion=on": "/cat/Ada.png",
    "/cat/Ada?format=image&type=svg&motion=on": "/cat/Ada.svg?motion=on",
    "/cat/Ada?format=json&type=webp&motion=on": "/cat/Ada.json?type=webp",
    "/cat/Ada.json?motion=on&columns=": "/cat/Ada.json?motion=on&type=svg",
    "/cat/Ada.png?type=svg&type=&wears=": "/cat/Ada.svg",
    "/cat/Ada.png?count=3&size=card": "/api/v2/random/animal/cat?count=3",
    "/cat/Ada.svg?count=3&motion=on": "/api/v2/random/animal/cat?count=3",
    "/cat/Ada.json?count=3&type=svg&motion=on": "/api/v2/random/animal/cat?count=3&type=svg&motion=on",
    "/cat/Ada.svg?seed=Grace&columns=20&motion=on": "/cat/Grace.svg?motion=on",
    "/cat/Ada?seed=Grace&columns=20&motion=on": "/cat/Grace?columns=20",
    "/cat/Ada+Zo%C3%AB.txt?seed=%20&columns=20": "/cat/Ada+Zo%C3%AB.txt?columns=20",
    "/cat/Ada?seed=..": "/cat/Ada",
    "/cat/Ada?seed=Grace.gif": "/cat/Ada",
    [`/cat/Ada?seed=${"x".repeat(65)}`]: "/cat/Ada",
    "/cat/Ada,dog:Rex.txt?size=64&columns=20&view=face": "/cat/Ada,dog:Rex.png?size=64&view=face",
    "/cat/Ada,dog:Rex?type=jpg&size=card": "/cat/Ada,dog:Rex.jpg",
    "/cat/Ada,dog:Rex.png?seed=Grace&size=card": "/cat/Grace.png?size=card",
    "/cat/Ada,dog:Rex.png?seed=%20&size=card": "/cat/Ada,dog:Rex.png",
  };
  for (const [path, address] of Object.entries(addresses)) assertEquals(await suggest(path), address, path);
});

Deno.test("GET /{kind}/{name}?size=card suggests the PNG where the form has no link preview", async () => {
  for (
    const [path, accept] of [
      ["/cat/Ada", "text/plain"],
      ["/cat/Ada", "application/json"],
      ["/cat/Ada", "image/webp"],
      ["/cat/Ada.svg", "*/*"],
      ["/cat/Ada.json", "*/*"],
      ["/cat/Ada.txt", "*/*"],
    ] as const
  ) {
    const response = await call(`${path}?size=card&view=face&wears=crown&fallback=none`, { headers: { accept } });
    const { message, details } = await response.json();
    const suggestion = "/cat/Ada.png?size=card&wears=crown&fallback=none";
    assertEquals([response.status, details.suggestion], [400, suggestion], `${path} ${accept}`);
    assert(message.includes("because only PNG and JPEG can be a link preview"), message);
  }
});

const PARAMETERS = [
  ...["columns=20", "colors=none", "motion=on", "size=16", "size=card", "view=face", "wears=crown", "wears="],
  ...["type=svg", "type=jpeg", "type=webp", "format=image", "format=json", "format=text", "format=svg"],
  ...["count=3", "seed=Grace", "seed=%20", "seed=.."],
];
const NAMES = ["/cat/Ada", "/cat/Ada+Gr%2Face", "/cat/Ada,dog:Ada+Rex"];
const EXTENSIONS = [".png", ".jpg", ".svg", ".webp", ".json", ".txt"];
const ACCEPTED = ["*/*", "text/plain", "application/json", "image/svg+xml", "image/webp"];

Deno.test("GET of one or several animals suggests only addresses that exist, for any two parameters", async () => {
  const pairs = PARAMETERS.flatMap((one, i) => PARAMETERS.slice(i).map((other) => one === other ? one : [one, other]));
  const queries = pairs.map((each) => typeof each === "string" ? each : each.join("&"));
  const requests = NAMES.flatMap((name) => [
    ...EXTENSIONS.map((extension) => [name + extension, "*/*"]),
    ...ACCEPTED.map((accept) => [name, accept]),
  ]);
  const suggested = new Map<string, string>();
  for (const [path, accept] of requests) {
    for (const query of queries) {
      // Also an error of a picture is JSON.
      const request = `${path}?${query}&fallback=none`;
      const suggestion = await suggest(request, accept);
      // The others are names of parameters and values.
      if (suggestion?.startsWith("/")) suggested.set(`${accept} ${suggestion}`, request);
    }
  }
  assert(suggested.size > 100);
  for (const [key, request] of suggested) {
    const [accept = "", suggestion = ""] = key.split(" ");
    const { status, body } = await call(suggestion, { headers: { accept } });
    await body?.cancel();
    assertEquals(status, 200, `${request} suggests ${suggestion} (${accept})`);
  }
});
