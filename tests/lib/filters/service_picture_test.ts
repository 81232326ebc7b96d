import { assertEquals, assertMatch } from "@std/assert";
import { toServicePath } from "@/lib/filters/service_picture.ts";
import type { LoadSource } from "@/lib/filters/source.ts";
import { assertCode, createLoader, NEVER, PNG, toBytes } from "./loading.ts";

// Off by default: finds leaked connections and timers.
Deno.test.sanitizer({ ops: true, resources: true });

/** A loader without network, which records the paths that it looks up. */
function createServiceLoader(): { readonly load: LoadSource; readonly lookedUp: string[] } {
  const lookedUp: string[] = [];
  const findServicePicture = (path: string) => {
    lookedUp.push(path);
    return Promise.resolve(path.endsWith("/cat/1.png") ? { bytes: toBytes(PNG), etag: '"t"' } : undefined);
  };
  const connect = () => Promise.reject(new Error("Unexpected connection"));
  return { load: createLoader({ findServicePicture, connect }), lookedUp };
}

Deno.test("createSourceLoader() loads a path of this service in process, with its etag in the content key", async () => {
  const { load, lookedUp } = createServiceLoader();
  const { bytes, contentKey } = await load("/images/animals/cat/1.png", NEVER);
  assertEquals([bytes, lookedUp], [toBytes(PNG), ["/images/animals/cat/1.png"]]);
  assertMatch(contentKey, /cat\/1\.png.*"t"/);
});

Deno.test("createSourceLoader() throws source_rejected for a path without a picture, and looks up only /images/", async () => {
  const { load, lookedUp } = createServiceLoader();
  const outside = ["/", "/api/v2/filter/blur?image=/images/animals/cat/1.png", "/images/../api/cat/1.png", "/images"];
  for (const image of [...outside, "/images/%2e%2e/logs/cat/1.png"]) {
    const { details } = await assertCode(() => load(image, NEVER), "source_rejected");
    assertEquals(details?.sourceStatus, 404);
  }
  assertEquals(lookedUp, []);
  await assertCode(() => load("/images/animals/cat/2.png?x#y", NEVER), "source_rejected");
  assertEquals(lookedUp, ["/images/animals/cat/2.png"]);
});

Deno.test("createSourceLoader() throws invalid_parameter for a path that other parsers read as another host", async () => {
  const { load, lookedUp } = createServiceLoader();
  for (const image of ["//a.example/images/cat/1.png", "/\\a.example/images/cat/1.png", "/\t/a.example/cat/1.png"]) {
    await assertCode(() => load(image, NEVER), "invalid_parameter");
  }
  assertEquals(lookedUp, []);
});

Deno.test("toServicePath() cuts a URL below the origin of this service to its path", () => {
  assertEquals(toServicePath("https://pawkit.example/images/a.png?b", "https://pawkit.example"), "/images/a.png?b");
  assertEquals(
    toServicePath("https://pawkit.example/below/images/a.png", "https://pawkit.example/below"),
    "/images/a.png",
  );
});

Deno.test("toServicePath() returns undefined for a name, port or user name that only starts like the origin", () => {
  const others = [".evil.example/a", "@evil.example/a", ":8000/a", "evil/a", "", "?/a", "#/a", "\\a"];
  const origin = "https://pawkit.example";
  assertEquals(others.map((end) => toServicePath(origin + end, origin)), others.map(() => undefined));
  assertEquals(toServicePath("http://pawkit.example/a", origin), undefined);
  assertEquals(toServicePath("https://pawkit.example/a", undefined), undefined);
});
