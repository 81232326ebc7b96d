import { assertEquals } from "@std/assert";
import { ANIMALS } from "@pawkit/animals";
import { suggestPath, unknownPathError } from "@/lib/endpoints/unknown_path.ts";

Deno.test("suggestPath() corrects the fixed segments of a path, and kinds of animals", () => {
  const paths = {
    "/cats/Ada": "/cat/Ada",
    "/Cat/Ada+Grace": "/cat/Ada+Grace",
    "/brid": "/bird",
    "/cat/AC/DC": "/cat/AC%2FDC",
    "/api/v1/animal": "/api/v1/animals/{kind}",
    "/api/v1/animal/cat": "/api/v1/animals/cat",
    "/api/v2/random/anmal/cat/": "/api/v2/random/animal/cat",
    "/api/v2/filters/blur": "/api/v2/filter/blur",
    "/API/v1/uptime": "/api/v1/uptime",
    "/v2/random/animal/cat": "/api/v2/random/animal/cat",
    "/openapi.jsn": "/openapi.json",
    "/docs/filtres": "/docs/filters",
    "/docs/Self-Hosting/": "/docs/self-hosting",
    "/docs/animals.md": "/docs/animals",
    "/animals": "/docs/animals",
  };
  for (const [path, meant] of Object.entries(paths)) assertEquals(suggestPath(path), meant);
});

Deno.test("suggestPath() prefers the second version of the API to the first one", () => {
  assertEquals(suggestPath("/api/v3/filter/blur,invert"), "/api/v2/filter/blur,invert");
  assertEquals(suggestPath("/api/v3/filter/sepia"), "/api/v2/filter/sepia");
  assertEquals(suggestPath("/api/v1/filters/sepia"), "/api/v1/filter/sepia");
});

Deno.test("suggestPath() suggests no animal whose name or extension is wrong", () => {
  const long = "x".repeat(65);
  for (
    const path of [
      `/dog/${long}/%20`,
      "/alpaca/[/Ada.svg+Ada,Grace",
      "/cat/AC/DC.gif",
      "/cat/a/%FF",
      "/dgo/%20",
      "/cats/a+b+c",
    ]
  ) {
    assertEquals(suggestPath(path), undefined, path);
  }
});

Deno.test("unknownPathError() names the kinds of animals for the path of another", () => {
  const { message } = unknownPathError("/hamster/Ada");
  assertEquals(message.includes(`must be one of ${ANIMALS.join(", ")}`), true, message);
  for (const path of ["/cats/Ada", "/api/v9", "/images/x", "/wp-login.php", "/a/b/c", "/hamster"]) {
    assertEquals(unknownPathError(path).message.includes("animal must"), false, path);
  }
});

Deno.test("unknownPathError() says where documents and the pictures of statuses are", () => {
  const messages = {
    "/docs/nope": "Cannot find this path: /docs lists the documents",
    "/999.svg": "Cannot find this path: 999 is no HTTP status, and /docs/statuses shows all that are",
    "/999.txt": "Cannot find this path: /api lists every endpoint",
  };
  for (const [path, message] of Object.entries(messages)) assertEquals(unknownPathError(path).message, message);
});

Deno.test("suggestPath() suggests nothing for what is not similar, and nothing of the operator", () => {
  for (
    const path of [
      "/",
      "/wp-login.php",
      "/cow/Ada",
      "/docs/decisions",
      "/docs/%zz",
      "/api/x",
      "/operato",
      "/metric",
      "/%zz/a",
      "/api/v1/static/generated/%2e%2e",
      "/api/v1/static/generated/a/../b",
      `/cats/${"x".repeat(300)}`,
    ]
  ) {
    assertEquals(suggestPath(path), undefined, path);
  }
});
