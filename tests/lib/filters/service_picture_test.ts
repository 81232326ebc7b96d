import { assertEquals, assertMatch } from "@std/assert";
import { toOwnPath } from "@/lib/filters/service_picture.ts";
import type { SourceLoader, SourceOptions } from "@/lib/filters/source.ts";
import { assertCode, createLoader, NEVER, PNG, toBytes } from "./loading.ts";

// Off by default: finds connections and timers left behind.
Deno.test.sanitizer({ ops: true, resources: true });

interface OwnSetting {
  readonly loader: SourceLoader;
  readonly asked: string[];
}

function createOwnLoader(options: Partial<SourceOptions> = {}): OwnSetting {
  const asked: string[] = [];
  const ownPicture = (path: string) => {
    asked.push(path);
    return Promise.resolve(path.endsWith("/cat/1.png") ? { bytes: toBytes(PNG), etag: '"t"' } : undefined);
  };
  const connect = () => Promise.reject(new Error("Went to the network"));
  return { loader: createLoader({ ownPicture, connect, ...options }), asked };
}

Deno.test("load() answers a path of this service in process and names it by its tag", async () => {
  const { loader, asked } = createOwnLoader();
  const { bytes, key } = await loader.load("/images/animals/cat/1.png", NEVER);
  assertEquals([bytes, asked], [toBytes(PNG), ["/images/animals/cat/1.png"]]);
  assertMatch(key, /cat\/1\.png.*"t"/);
});

Deno.test("load() answers source_rejected for own paths without a picture, and asks for none outside /images/", async () => {
  const { loader, asked } = createOwnLoader();
  const outside = ["/", "/api/v2/filter/blur?image=/images/animals/cat/1.png", "/images/../api/cat/1.png", "/images"];
  for (const image of [...outside, "/images/%2e%2e/logs/cat/1.png"]) {
    const { details } = await assertCode(() => loader.load(image, NEVER), "source_rejected");
    assertEquals(details?.sourceStatus, 404);
  }
  assertEquals(asked, []);
  await assertCode(() => loader.load("/images/animals/cat/2.png?x#y", NEVER), "source_rejected");
  assertEquals(asked, ["/images/animals/cat/2.png"]);
});

Deno.test("load() answers invalid_parameter for paths that other parsers read as another host", async () => {
  const { loader, asked } = createOwnLoader();
  for (const image of ["//a.example/images/cat/1.png", "/\\a.example/images/cat/1.png", "/\t/a.example/cat/1.png"]) {
    await assertCode(() => loader.load(image, NEVER), "invalid_parameter");
  }
  assertEquals(asked, []);
});

Deno.test("toOwnPath() cuts an address below this service's own to its path", () => {
  assertEquals(toOwnPath("https://pawkit.example/images/a.png?b", "https://pawkit.example"), "/images/a.png?b");
  assertEquals(toOwnPath("https://pawkit.example/below/images/a.png", "https://pawkit.example/below"), "/images/a.png");
});

Deno.test("toOwnPath() takes no name, port or user name that starts like its own for its own", () => {
  const others = [".evil.example/a", "@evil.example/a", ":8000/a", "evil/a", "", "?/a", "#/a", "\\a"];
  const base = "https://pawkit.example";
  assertEquals(others.map((end) => toOwnPath(base + end, base)), others.map(() => undefined));
  assertEquals(toOwnPath("http://pawkit.example/a", base), undefined);
  assertEquals(toOwnPath("https://pawkit.example/a", undefined), undefined);
});
