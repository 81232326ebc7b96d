import { assertEquals } from "@std/assert";
import { startApp, type StartedApp } from "@/tests/app.ts";
import { paint, toPng } from "@/lib/images/tests/pictures.ts";

// Clients that want the same picture share nothing but its finished result.

const PNG = await toPng(paint(6, 4, (x, y) => [40 * x, 60 * y, 9, 255]));

/** How many downloads a client may have at once. */
const MAX_DOWNLOADS = 4;

/** A server whose `/hang` responds when the test ends, and whose other paths respond when `release` is called. */
function startOrigin(isReleased = true) {
  const paths: string[] = [];
  const hang = Promise.withResolvers<void>();
  const hanging = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  if (isReleased) released.resolve();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (req) => {
    const { pathname } = new URL(req.url);
    paths.push(pathname);
    if (paths.filter((path) => path === "/hang").length === MAX_DOWNLOADS) hanging.resolve();
    await (pathname === "/hang" ? hang.promise : released.promise);
    return new Response(PNG);
  });
  return {
    paths,
    host: `127.0.0.1:${server.addr.port}`,
    hanging: hanging.promise,
    release: released.resolve,
    async [Symbol.asyncDispose]() {
      hang.resolve();
      released.resolve();
      await server.shutdown();
    },
  };
}

/** Lets a client filter a picture. */
function request(app: StartedApp, client: string, chain: string, image: string): Promise<Response> {
  const headers = { "x-forwarded-for": client };
  return app(`/api/v2/filter/${chain}?image=${encodeURIComponent(image)}`, { headers });
}

/** Lets a client filter a picture, and returns the status and where the response comes from. */
async function filter(app: StartedApp, client: string, chain: string, image: string): Promise<string> {
  const response = await request(app, client, chain, image);
  await response.body?.cancel();
  return `${response.status} ${response.headers.get("cache-status")}`;
}

Deno.test("GET /api/v2/filter/{steps} does not wait for the downloads of another client that wants the same picture", async () => {
  await using origin = startOrigin();
  await using app = await startApp({ ALLOW_PRIVATE_HOSTS: origin.host, TRUST_PROXY: "1" });
  const popular = `http://${origin.host}/popular.png`;
  const attacks = Array.from(
    { length: MAX_DOWNLOADS },
    (_, n) => filter(app, "203.0.113.1", "invert", `http://${origin.host}/hang?${n}`),
  );
  await origin.hanging;
  attacks.push(filter(app, "203.0.113.1", "invert", popular), filter(app, "203.0.113.1", "blur", popular));
  for (const chain of ["invert", "blur", "sepia"]) {
    assertEquals(await filter(app, "203.0.113.2", chain, popular), "200 pawkit; fwd=miss");
  }
  await origin[Symbol.asyncDispose]();
  // The attacker gets what the other client has made when its turn comes.
  assertEquals((await Promise.all(attacks)).slice(MAX_DOWNLOADS), ["200 pawkit; hit", "200 pawkit; hit"]);
  assertEquals(origin.paths.filter((path) => path === "/popular.png").length, 3);
});

Deno.test("GET /api/v2/filter/{steps} downloads a new picture at most once for each request, and filters it once", async () => {
  await using origin = startOrigin(false);
  await using app = await startApp({ ALLOW_PRIVATE_HOSTS: origin.host, TRUST_PROXY: "1" });
  const image = `http://${origin.host}/new.png`;
  const clients = Array.from({ length: 5 }, (_, n) => filter(app, `203.0.113.${n}`, "invert", image));
  const six = Array.from({ length: 6 }, () => filter(app, "203.0.113.9", "invert", image));
  origin.release();
  const statuses = await Promise.all([...clients, ...six]);
  assertEquals(statuses.every((status) => /^200 pawkit; (?:hit|fwd=miss)$/.test(status)), true, statuses.join());
  assertEquals(app.services.filters.counters.stages.get("filter")?.count, 1);
  assertEquals(origin.paths.length <= 11, true, `${origin.paths.length} downloads`);
});

Deno.test("GET /api/v2/filter/{steps} returns the same picture to 50 clients that ask for a new one at once", async () => {
  await using origin = startOrigin(false);
  await using app = await startApp({ ALLOW_PRIVATE_HOSTS: origin.host, TRUST_PROXY: "1" });
  const image = `http://${origin.host}/new.png`;
  const requests = Array.from({ length: 50 }, (_, n) => request(app, `203.0.113.${n}`, "invert", image));
  origin.release();
  const bodies = await Promise.all(requests.map(async (response) => (await (await response).bytes()).toHex()));
  assertEquals((await Promise.all(requests)).map(({ status }) => status), Array(50).fill(200));
  assertEquals(new Set(bodies).size, 1);
  assertEquals(origin.paths.length <= 50, true, `${origin.paths.length} downloads`);
});
