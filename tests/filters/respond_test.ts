import { assertEquals, assertMatch } from "@std/assert";
import { LOOP_HEADER } from "@/lib/http/request_url.ts";
import { startApp } from "@/tests/support/app.ts";

const GREY = "/api/v2/filter/greyscale?image=";

/** Starts a server of pictures: `/a.png` is an animal, `/cut.jpg` ends early, `/text` is none, and others are missing. */
async function startPictures() {
  await using app = await startApp();
  const [png, jpg] = await Promise.all(["/cat/Ada.png", "/cat/Ada.jpg"].map(async (path) => {
    return await (await app.fetch(path)).bytes();
  }));
  const bodies: Record<string, BodyInit> = {
    "/a.png": png!,
    "/cut.jpg": jpg!.subarray(0, jpg!.length / 2),
    "/broken.png": png!.with(60, 255 - png![60]!).subarray(0, 80),
    "/text": "cat",
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (req) => {
    const { pathname } = new URL(req.url);
    if (pathname === "/500") return new Response(null, { status: 500 });
    return new Response(bodies[pathname] ?? null, { status: pathname in bodies ? 200 : 404 });
  });
  const host = `127.0.0.1:${server.addr.port}`;
  const env = { PRIVATE_HOSTS: host };
  return {
    png: png!,
    env,
    at: (path: string) => `${GREY}http://${host}${path}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

// The threads of an app live longer than the step that starts them.
Deno.test({ name: "filters of version 1 and 2", sanitizeOps: false, sanitizeResources: false }, async (t) => {
  await using pictures = await startPictures();
  await using app = await startApp(pictures.env);

  await t.step("GET an image of another server returns it with its headers, and then from the cache", async () => {
    const first = await app.fetch(pictures.at("/a.png"));
    assertEquals([first.status, first.headers.get("content-type")], [200, "image/png"]);
    assertMatch(first.headers.get("cache-control")!, /^public, max-age=\d+$/);
    assertEquals(first.headers.get("cache-status"), "pawkit; fwd=miss");
    assertMatch(first.headers.get("server-timing")!, /^fetch;dur=[\d.]+, queue;dur=[\d.]+, job;dur=[\d.]+$/);
    assertEquals(first.headers.get("content-length"), `${(await first.bytes()).length}`);
    const second = await app.fetch(pictures.at("/a.png").replace("v2", "v1"));
    await second.body?.cancel();
    assertEquals(second.headers.get("cache-status"), "pawkit; hit");
    const etag = first.headers.get("etag")!;
    const known = await app.fetch(pictures.at("/a.png"), { headers: { "if-none-match": etag } });
    assertEquals([known.status, known.body], [304, null]);
  });

  await t.step("HEAD has the headers of GET and no body", async () => {
    const head = await app.fetch(pictures.at("/a.png"), { method: "HEAD" });
    assertEquals([head.status, head.body, Number(head.headers.get("content-length")) > 0], [200, null, true]);
  });

  await t.step("POST returns the same image as GET, as a body and as a form, and nobody stores it", async () => {
    const expected = await (await app.fetch(pictures.at("/a.png"))).bytes();
    const form = new FormData();
    form.append("file", new Blob([pictures.png]), "a.png");
    for (const body of [pictures.png, form]) {
      const response = await app.fetch("/api/v2/filter/greyscale", { method: "POST", body });
      assertEquals([response.headers.get("cache-control"), response.headers.get("etag")], ["no-store", null]);
      assertEquals(await response.bytes(), expected);
    }
  });

  await t.step("a file that ends early is shown as far as it goes, and says so", async () => {
    const response = await app.fetch(pictures.at("/cut.jpg"));
    await response.body?.cancel();
    assertEquals([response.status, response.headers.get("x-image")], [200, "truncated"]);
  });

  const errors: Record<string, [status: number, code: string]> = {
    [pictures.at("/text")]: [422, "unsupported_format"],
    [pictures.at("/broken.png")]: [422, "broken_image"],
    [pictures.at("/404")]: [422, "source_rejected"],
    [pictures.at("/500")]: [502, "source_failed"],
    [`${GREY}http://127.0.0.1:1/`]: [403, "forbidden_address"],
    [`${GREY}http://localhost:8080/`]: [403, "forbidden_address"],
    [`${GREY}/nothing.png`]: [422, "source_rejected"],
    [`${GREY}/cat/Ada.png%3Fsize=1`]: [400, "invalid_parameter"],
    [`${GREY}file:///etc/passwd`]: [400, "invalid_parameter"],
    [GREY]: [400, "missing_parameter"],
    "/api/v1/filter/greyscale,invert?image=/cat/Ada.png": [404, "unknown_type"],
    "/api/v1/filter/blur:3?image=/cat/Ada.png": [404, "unknown_type"],
  };
  for (const [path, [status, code]] of Object.entries(errors)) {
    await t.step(`${code} for ${path.replace(/:\d{4,}/, "")}`, async () => {
      const response = await app.fetch(path);
      const body = await response.json();
      assertEquals([response.status, body.code, response.headers.get("cache-control")], [status, code, "no-store"]);
    });
  }

  await t.step("a request that a filter sends is refused", async () => {
    const response = await app.fetch(`${GREY}/404.png`, { headers: { [LOOP_HEADER]: "1" } });
    assertEquals([response.status, (await response.json()).code], [403, "forbidden_address"]);
  });

  await t.step("format=auto depends on whether the caller names WebP", async () => {
    const types = { "image/webp,*/*": "webp", "*/*": "png", "image/*": "png", "image/webp;q=0, */*": "png" };
    for (const [accept, type] of Object.entries(types)) {
      const response = await app.fetch(`${GREY}/404.png&format=auto`, { headers: { accept } });
      await response.body?.cancel();
      assertEquals(response.headers.get("content-type"), `image/${type}`, accept);
      assertEquals(response.headers.get("cache-control"), "private, max-age=60");
    }
  });

  await t.step(
    "an address of this service is private, because it means something else under another host",
    async () => {
      const response = await app.fetch(`${GREY}http://localhost/404.png`);
      await response.body?.cancel();
      assertEquals([response.status, response.headers.get("cache-control")], [200, "private, max-age=86400"]);
    },
  );

  await t.step("a caller that leaves ends its request", async () => {
    const controller = new AbortController();
    const body = new ReadableStream({ pull: () => controller.abort() });
    const response = await app.fetch("/api/v2/filter/blur", { method: "POST", body, signal: controller.signal });
    assertEquals(response.status, 499);
  });
});

Deno.test(
  { name: "a filter costs 10 points, and one from the cache 1", sanitizeOps: false, sanitizeResources: false },
  async () => {
    await using app = await startApp({ RATE_LIMIT: "12" });
    const ask = async () => {
      const response = await app.fetch(`${GREY}/404.png`);
      await response.body?.cancel();
      return response.status;
    };
    // 10, 1 and 1: then the twelve points are gone.
    assertEquals([await ask(), await ask(), await ask(), await ask()], [200, 200, 200, 429]);
  },
);
