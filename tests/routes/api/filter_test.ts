import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Call, startApp } from "@/tests/app.ts";
import { fromFile, paint, paintPhoto, toDistance, toPng } from "@/lib/images/tests/pictures.ts";

const CAT = "/images/animals/cat/k3v09x2a.png";
const PIXELS = paint(6, 4, (x, y) => [40 * x, 60 * y, 9, 255]);
const DATA = encodeURIComponent(`data:image/png;base64,${(await toPng(PIXELS)).toBase64()}`);

Deno.test("GET /api/v1/filter/{endpoint} and /api/v2/filter/{steps} return the same response", async () => {
  const call = await startApp();
  const [one, two] = await Promise.all([
    call(`/api/v1/filter/blur?image=${CAT}&strength=3`),
    call(`/api/v2/filter/blur?strength=3&image=${CAT}`),
  ]);
  assertEquals([one.status, two.status, one.headers.get("etag")], [200, 200, two.headers.get("etag")]);
  assertEquals(await one.bytes(), await two.bytes());
});

Deno.test("GET /api/v2/filter/{steps} returns the headers of a filtered picture", async () => {
  const call = await startApp();
  const response = await call(`/api/v2/filter/contrast?image=${DATA}`);
  const { headers } = response;
  assertEquals(toDistance(await fromFile(await response.bytes()), PIXELS) < 30, true);
  assertMatch(headers.get("etag")!, /^"[0-9a-f]+-[\w+/]{27}"$/);
  assertMatch(
    headers.get("server-timing")!,
    /^fetch;dur=[\d.]+, queue;dur=[\d.]+, decode;dur=[\d.]+, filter;dur=[\d.]+, encode;dur=[\d.]+$/,
  );
  assertMatch(headers.get("cache-control")!, /^public, max-age=8\d{4}$/);
  assertEquals(
    [
      "content-type",
      "x-filter",
      "cache-status",
      "cross-origin-resource-policy",
      "x-content-type-options",
    ]
      .map((name) => headers.get(name)),
    ["image/png", "contrast; strength=0.1", "pawkit; fwd=miss", "cross-origin", "nosniff"],
  );
});

Deno.test("GET /api/v2/filter/{steps} returns the cached result, and 304 to a client that has it", async () => {
  const call = await startApp();
  // Fresh for a day; a picture of the service only for a minute.
  const path = `/api/v2/filter/invert?image=${DATA}`;
  const first = await call(path);
  const etag = first.headers.get("etag")!;
  await first.body?.cancel();
  const second = await call(path);
  await second.body?.cancel();
  assertEquals([second.headers.get("cache-status"), second.headers.get("etag")], ["pawkit; hit", etag]);
  const third = await call(path, { headers: { "if-none-match": etag } });
  assertEquals([third.status, third.body], [304, null]);
});

Deno.test("GET /api/v2/filter/{steps} with format=auto returns WebP to a client that names it, and varies", async () => {
  const call = await startApp();
  const path = `/api/v2/filter/blur?image=${DATA}&format=auto`;
  const accepts = ["image/avif,image/webp,*/*", "*/*", "image/webp;q=0", "image/webp"];
  const types = await Promise.all(accepts.map(async (accept) => {
    const response = await call(path, { headers: { accept } });
    await response.body?.cancel();
    assertEquals(response.headers.get("vary"), "accept");
    const again = await call(path, { headers: { accept, "if-none-match": response.headers.get("etag")! } });
    assertEquals([again.status, again.headers.get("vary")], [304, "accept"]);
    return response.headers.get("content-type");
  }));
  assertEquals(types, ["image/webp", "image/png", "image/png", "image/webp"]);
  const fixed = await call(`/api/v2/filter/blur?image=${DATA}`, { headers: { accept: "image/webp" } });
  await fixed.body?.cancel();
  assertEquals([fixed.headers.get("content-type"), fixed.headers.get("vary")], ["image/png", null]);
});

Deno.test("GET /api/v2/filter/{steps} with format=auto keeps the format of a picture that is too wide for WebP", async () => {
  const call = await startApp();
  const wide = await toPng(paint(16_384, 1, () => [9, 9, 9, 255]));
  const image = encodeURIComponent(`data:image/png;base64,${wide.toBase64()}`);
  const headers = { accept: "image/webp" };
  const response = await call(`/api/v2/filter/invert?image=${image}&format=auto`, { headers });
  await response.body?.cancel();
  assertEquals([response.status, response.headers.get("content-type")], [200, "image/png"]);
});

Deno.test("GET /api/v2/filter/{steps} names the quality in x-filter", async () => {
  const call = await startApp();
  const response = await call(`/api/v2/filter/greyscale,blur:2?image=${DATA}&format=jpeg&quality=40`);
  await response.body?.cancel();
  assertEquals(response.headers.get("x-filter"), "greyscale, blur; strength=2; quality=40");
});

Deno.test("GET /api/v2/filter/{steps} returns what there is of a truncated picture, and says so, even from the cache", async () => {
  const call = await startApp();
  const file = await toPng(paintPhoto(60, 40));
  const cut = file.subarray(0, file.length >> 1).toBase64();
  const path = `/api/v2/filter/invert?image=${encodeURIComponent(`data:image/png;base64,${cut}`)}`;
  for (const cache of ["pawkit; fwd=miss", "pawkit; hit"]) {
    const response = await call(path);
    assertEquals((await fromFile(await response.bytes())).height, 40);
    assertEquals(["x-image", "cache-status"].map((name) => response.headers.get(name)), ["truncated", cache]);
  }
});

Deno.test("GET /api/v2/filter/{steps} loads a URL of the service itself without a network request", async () => {
  const call = await startApp({ BASE_URL: "https://paw.example" });
  for (const origin of ["https://paw.example", ""]) {
    const response = await call(`/api/v2/filter/invert?image=${encodeURIComponent(origin + CAT)}`);
    await response.body?.cancel();
    assertEquals(response.status, 200, origin);
  }
});

Deno.test("GET /api/v2/filter/{steps} applies a chain, however its commas and colons are encoded, and names its steps", async () => {
  const call = await startApp();
  const etags = await Promise.all(
    ["greyscale,contrast:0.3,blur:2", "greyscale%2Ccontrast%3A0.3%2cblur%3a2", "gr%65yscale,contrast:.30,blur:2.4/"]
      .map(async (chain) => {
        const response = await call(`/api/v2/filter/${chain}?image=${DATA}`);
        await response.body?.cancel();
        assertEquals(response.headers.get("x-filter"), "greyscale, contrast; strength=0.3, blur; strength=2");
        return response.headers.get("etag");
      }),
  );
  assertEquals(new Set(etags).size, 1);
});

Deno.test("GET /api/v{1,2}/filter/{name} returns 404 for an unknown step, for a chain in v1, and for one that is encoded twice", async () => {
  const call = await startApp();
  for (
    const path of ["v2/filter/invert,no", "v1/filter/invert,blur", "v1/filter/blur:2", "v2/filter/invert%252Cblur"]
  ) {
    const response = await call(`/api/${path}?image=${DATA}`);
    assertEquals([response.status, (await response.json()).code], [404, "unknown_type"], path);
  }
  const malformed = await call(`/api/v2/filter/invert%2?image=${DATA}`);
  assertEquals([malformed.status, (await malformed.json()).code], [400, "bad_request"]);
});

Deno.test("GET /api/v{1,2}/filter/{name} resizes a picture with any filter, and with none", async () => {
  const call = await startApp();
  const paths = ["v1/filter/resize?height=2", "v2/filter/resize?width=3", "v2/filter/resize,invert?width=3&height=2"];
  for (const path of [...paths, "v1/filter/blur?width=3&height=9", "v2/filter/invert?width=3&height=2&fit=cover"]) {
    const response = await call(`/api/${path}&image=${DATA}`);
    const { width, height } = await fromFile(await response.bytes());
    assertEquals([response.status, width, height], [200, 3, 2], path);
    assertEquals(response.headers.get("x-filter")?.startsWith(path.split("/")[2]!.split(/[?,]/)[0]!), true, path);
  }
  const missing = await call(`/api/v1/filter/resize?image=${DATA}`);
  assertEquals([missing.status, (await missing.json()).code], [400, "missing_parameter"]);
});

Deno.test("GET /api/v2/filter/{steps} costs six points or more, and one from the cache", async () => {
  await using call = await startApp();
  const path = `/api/v2/filter/invert?image=${DATA}`;
  const costOf = async (path: string) => {
    const before = await countPoints(call);
    const response = await call(path);
    await response.body?.cancel();
    // The request that counts the points costs one itself.
    return before - 1 - await countPoints(call);
  };
  const cost = await costOf(path);
  // A slow machine takes longer than these points include.
  assert(cost >= 6, `${cost}`);
  assertEquals(await costOf(path), 1);
});

/** Returns the points that the client has left. */
async function countPoints(call: Call): Promise<number> {
  const response = await call("/api/v1/uptime");
  await response.body?.cancel();
  return Number(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
}

Deno.test("GET /api/v2/filter/{steps} does not count a client that disconnects as an error of the service", async () => {
  const reply = Promise.withResolvers<Response>();
  const requested = Promise.withResolvers<void>();
  await using origin = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => {
    requested.resolve();
    return reply.promise;
  });
  const host = `127.0.0.1:${origin.addr.port}`;
  const token = "x".repeat(40);
  await using call = await startApp({ ALLOW_PRIVATE_HOSTS: host, OPERATOR_TOKEN: token });
  const client = new AbortController();
  const waiting = call(`/api/v2/filter/invert?image=http://${host}/cat.png`, { signal: client.signal });
  await requested.promise;
  client.abort();
  assertEquals((await waiting).status, 499);
  reply.resolve(new Response());
  const response = await call("/api/v5/app/operator/status", { headers: { authorization: `Bearer ${token}` } });
  const { requests, failures, lastErrors } = await response.json();
  assertEquals([requests.byStatus, failures, lastErrors], [{ 499: 1 }, {}, []]);
});

Deno.test("GET /api/v2/filter/{steps} loads its own pictures under any spelling of its origin", async () => {
  const call = await startApp({ BASE_URL: "https://paw.example" });
  const filter = (image: string) => call(`/api/v2/filter/invert?image=${encodeURIComponent(image)}`);
  for (const host of ["http://paw.example", "https://PAW.example.:443"]) {
    const picture = await filter(`${host}${CAT}?size=64`);
    assertEquals((await fromFile(await picture.bytes())).width, 64);
    assertEquals(picture.status, 200);
  }
});

Deno.test("GET /api/v2/filter/{steps} has the same answer for a path of this service and its URL", async () => {
  const call = await startApp({ BASE_URL: "https://paw.example" });
  const filter = (image: string) => call(`/api/v2/filter/flop?image=${encodeURIComponent(image)}`);
  for (const sign of ["/404.png", "/404.svg", "/404.png/", "/418.png?x"]) {
    const [byPath, byUrl] = [await filter(sign), await filter(`https://paw.example${sign}`)];
    assertEquals([byPath.status, byPath.headers.get("content-type")], [200, "image/png"], sign);
    assertEquals(byUrl.headers.get("etag"), byPath.headers.get("etag"), sign);
    await Promise.all([byPath.body?.cancel(), byUrl.body?.cancel()]);
  }
  const others = ["/og.png", "/", "/api/v1/version", "/api/v2/filter/blur?image=/404.png", "/999.png", "/404.webp"];
  for (const path of [...others, "/404.png.svg", "/x/404.png", "/404", "/cat", "/cat/Ada", "/%FF/404.png"]) {
    const errors = [path, `https://paw.example${path}`].map(async (image) => {
      const { code, message, details } = await (await filter(image)).json();
      return { code, message, details };
    });
    const [byPath, byUrl] = await Promise.all(errors);
    assertEquals([byPath?.code, byUrl], ["source_rejected", byPath], path);
  }
});

Deno.test("GET /api/v2/filter/{steps} filters the picture of a status", async () => {
  const call = await startApp();
  const original = await fromFile(await (await call("/404.png")).bytes());
  const twice = await fromFile(await (await call("/api/v2/filter/flop,flop?image=/404.svg")).bytes());
  assertEquals(toDistance(twice, original), 0);
});

Deno.test("GET /api/v2/filter/{steps} refuses a request of a filter, which may be a loop, and no other", async () => {
  const filteredBy: (string | null)[] = [];
  await using origin = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (req) => {
    const value = req.headers.get("pawkit-filtered-by");
    filteredBy.push(value);
    // Leads back to the service, as a redirect to one of its unknown names would.
    return await call(new URL(req.url).search.slice(1), { headers: { "pawkit-filtered-by": value ?? "" } });
  });
  const host = `127.0.0.1:${origin.addr.port}`;
  await using call = await startApp({ ALLOW_PRIVATE_HOSTS: host });
  const loop = `/api/v2/filter/invert?image=${encodeURIComponent(`http://${host}/?/api/v2/filter/blur?image=${DATA}`)}`;
  const response = await call(loop);
  assertEquals([response.status, (await response.json()).details], [422, { sourceStatus: 403 }]);
  assertEquals(filteredBy, ["1"]);
  const headers = { via: "1.1 pawkit" };
  assertEquals((await call(`/api/v2/filter/invert?image=${CAT}`, { headers })).status, 200);
});

Deno.test("GET /api/v2/filter/{steps} may be cached for as long as its source, at most for a day", async () => {
  let cacheControl = "";
  const png = await toPng(PIXELS);
  await using origin = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => {
    return new Response(png, { headers: cacheControl === "" ? {} : { "cache-control": cacheControl } });
  });
  const host = `127.0.0.1:${origin.addr.port}`;
  await using call = await startApp({ ALLOW_PRIVATE_HOSTS: host });
  // Less the seconds since the source was asked, of which there are few.
  const expected = {
    "": /^public, max-age=(600|5\d\d)$/,
    "max-age=5000": /^public, max-age=(5000|4\d{3})$/,
    "public, max-age=31536000, immutable": /^public, max-age=8\d{4}$/,
    "no-cache": /^public, no-cache$/,
    "private, max-age=5": /^no-store$/,
  };
  for (const [name, value] of Object.entries(expected)) {
    cacheControl = name;
    // The second one is cached here, the third has the same content.
    for (const path of ["a", "a", "b"]) {
      const url = encodeURIComponent(`http://${host}/${path}?${name}`);
      const response = await call(`/api/v2/filter/invert?image=${url}`);
      assertMatch(response.headers.get("cache-control") ?? "", value, name);
      assertEquals((await response.bytes()).length > 0, true);
    }
  }
});

Deno.test("GET /api/v2/filter/{steps} asks a source that requires it each time, and uses the result again", async () => {
  const png = await toPng(PIXELS);
  const validators: (string | null)[] = [];
  await using origin = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (req) => {
    const validator = req.headers.get("if-none-match");
    validators.push(validator);
    const headers = { "cache-control": "no-cache", etag: '"1"' };
    return validator === '"1"' ? new Response(null, { status: 304, headers }) : new Response(png, { headers });
  });
  const host = `127.0.0.1:${origin.addr.port}`;
  await using call = await startApp({ ALLOW_PRIVATE_HOSTS: host });
  for (const cacheStatus of ["pawkit; fwd=miss", "pawkit; fwd=stale", "pawkit; fwd=stale"]) {
    const response = await call(`/api/v2/filter/invert?image=http://${host}/a.png`);
    assertEquals([response.status, (await response.bytes()).length > 0], [200, true]);
    assertEquals(response.headers.get("cache-status"), cacheStatus);
  }
  assertEquals(validators, [null, '"1"', '"1"']);
});
