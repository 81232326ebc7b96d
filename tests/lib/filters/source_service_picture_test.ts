import { assert, assertEquals } from "@std/assert";
import { ONE_DAY } from "@/lib/http/cache_control.ts";
import { assertCode, createLoader, type Load, NEVER, PNG, serveBody, toBytes, toUrl } from "./loading.ts";
import { startOrigin } from "../sources/origin.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

/** The bytes of the one picture, which its cache has. */
const BYTES = toBytes(PNG);

/** A loader without network, which records the paths that it looks up. */
function createServiceLoader(): { readonly load: Load; readonly lookedUp: string[] } {
  const lookedUp: string[] = [];
  const findServicePicture = ({ pathname: path }: URL) => {
    lookedUp.push(path);
    const picture = { options: { etag: '"t"', cache: ONE_DAY }, read: () => BYTES };
    return Promise.resolve(path === "/images/animals/cat/1.png" ? picture : undefined);
  };
  const connect = () => Promise.reject(new Error("Unexpected connection"));
  return { load: createLoader({ findServicePicture, connect }), lookedUp };
}

Deno.test("loadSource() loads a path of this service in process", async () => {
  const { load, lookedUp } = createServiceLoader();
  const { image, etag } = await load("/images/animals/cat/1.png", NEVER);
  assertEquals([image, etag, lookedUp], [BYTES, '"t"', ["/images/animals/cat/1.png"]]);
  // A job transfers its bytes, so they must not be those of the cache.
  assert(image instanceof Uint8Array && image.buffer !== BYTES.buffer);
});

Deno.test("loadSource() fetches a picture of this service that is elsewhere, like a URL of a caller", async () => {
  await using origin = startOrigin(serveBody(PNG, 'etag: "t"\r\ncache-control: max-age=100\r\n'));
  const loadFrom = (url: string) => {
    const findServicePicture = () => Promise.resolve({ url, options: { cache: ONE_DAY.limitTo(5) } });
    return createLoader({ findServicePicture })("/dog/Rex.png", NEVER);
  };
  const { image, finalUrl, etag, maxAgeSeconds } = await loadFrom(toUrl(origin, "/rex.png"));
  // The path may lead to another picture in five seconds.
  assertEquals([image, finalUrl, etag, maxAgeSeconds], [BYTES, toUrl(origin, "/rex.png"), '"t"', 5]);
  await assertCode(() => loadFrom("http://10.0.0.1/rex.png"), "forbidden_address");
});

Deno.test("loadSource() returns no bytes of a picture that has not changed", async () => {
  const { load } = createServiceLoader();
  const source = await load("/images/animals/cat/1.png", NEVER);
  const again = (etag: string) => load("/images/animals/cat/1.png", NEVER, undefined, { ...source, etag });
  assertEquals([(await again('"t"')).image, (await again('"older"')).image], [undefined, BYTES]);
  const elsewhere = { ...source, finalUrl: "https://a.example/1.png" };
  assertEquals((await load("/images/animals/cat/1.png", NEVER, undefined, elsewhere)).image, BYTES);
});

Deno.test("loadSource() lets a picture of this service be used for as long as its policy, and asks again after a minute", async () => {
  const lifetimes = [];
  for (const cache of [ONE_DAY, ONE_DAY.limitTo(5)]) {
    const findServicePicture = () => Promise.resolve({ options: { cache }, read: () => BYTES });
    const { maxAgeSeconds, freshSeconds } = await createLoader({ findServicePicture })("/cat/Ada.png", NEVER);
    lifetimes.push([maxAgeSeconds, freshSeconds]);
  }
  assertEquals(lifetimes, [[86_400, 60], [5, 5]]);
});

Deno.test("loadSource() throws source_rejected for a path without a picture", async () => {
  const { load } = createServiceLoader();
  const outside = ["/", "/api/v2/filter/blur?image=/images/animals/cat/1.png", "/images/../api/cat/1.png", "/images"];
  for (const image of [...outside, "/images/%2e%2e/logs/cat/1.png"]) {
    const { details } = await assertCode(() => load(image, NEVER), "source_rejected");
    assertEquals(details, { sourceStatus: 404 });
  }
  await assertCode(() => load("/images/animals/cat/2.png?x#y", NEVER), "source_rejected");
});

Deno.test("loadSource() throws invalid_parameter for a path that other parsers read as another host", async () => {
  const { load, lookedUp } = createServiceLoader();
  for (const image of ["//a.example/images/cat/1.png", "/\\a.example/images/cat/1.png", "/\t/a.example/cat/1.png"]) {
    await assertCode(() => load(image, NEVER), "invalid_parameter");
  }
  assertEquals(lookedUp, []);
});

Deno.test("loadSource() throws forbidden_address for a redirect to this service", async () => {
  await using origin = startOrigin((_path, { send }) =>
    send("HTTP/1.1 302 Found\r\nlocation: http://PAW.example./images/animals/cat/1.png\r\n\r\n")
  );
  const resolve = () => Promise.reject(new Error("Unexpected lookup"));
  const load = createLoader({ baseUrl: "https://paw.example", resolve });
  await assertCode(() => load(toUrl(origin), NEVER), "forbidden_address");
});
