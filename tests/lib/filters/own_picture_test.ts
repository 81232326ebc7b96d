import { assertEquals, assertMatch } from "@std/assert";
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
  return { loader: createLoader({ ownPicture, connect, ownOrigins: ["https://pawkit.example"], ...options }), asked };
}

Deno.test("load() answers paths and addresses of this service in process", async () => {
  const { loader, asked } = createOwnLoader();
  const images = ["/images/animals/cat/1.png", "https://pawkit.example/images/animals/cat/1.png"];
  for (const image of [...images, "http://localhost:8000/images/animals/cat/1.png"]) {
    const source = await loader.load(image, NEVER, "http://localhost:8000");
    assertEquals(source.bytes, toBytes(PNG));
    assertMatch(source.key, /cat\/1\.png.*"t"/);
  }
  assertEquals(asked, ["/images/animals/cat/1.png"]);
});

Deno.test("load() answers source_rejected for own paths without a picture, and asks for none outside /images/", async () => {
  const { loader, asked } = createOwnLoader();
  const outside = ["/", "/api/v2/filter/blur?image=/images/animals/cat/1.png", "/images/../api/cat/1.png", "/images"];
  const own = "https://pawkit.example/api/v1/static/logs/cat/1.png";
  for (const image of [...outside, "/images/%2e%2e/logs/cat/1.png", own]) {
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

Deno.test("load() does not take an address for its own because another caller came by that name", async () => {
  const { loader } = createOwnLoader({ resolve: () => Promise.resolve([{ address: "93.184.216.34", family: 4 }]) });
  const image = "http://victim.example/images/animals/cat/1.png";
  await loader.load(image, NEVER, "http://victim.example");
  await assertCode(() => loader.load(image, NEVER, "http://pawkit.example"), "source_failed");
});

Deno.test("load() does not take a name or a user name that starts like its own for its own", async () => {
  const { loader, asked } = createOwnLoader({ allowPrivateHosts: [] });
  const longer = "https://pawkit.example.evil.internal/images/cat/1.png";
  await assertCode(() => loader.load(longer, NEVER), "forbidden_address");
  const user = "https://pawkit.example@10.0.0.1/images/cat/1.png";
  const { message } = await assertCode(() => loader.load(user, NEVER), "invalid_parameter");
  assertMatch(message, /user name/);
  assertEquals(asked, []);
});
