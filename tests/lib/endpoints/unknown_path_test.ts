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
    "/openapi.jsn": "/openapi.json",
    "/docs/filtres": "/docs/filters",
    "/docs/Self-Hosting/": "/docs/self-hosting",
  };
  for (const [path, meant] of Object.entries(paths)) assertEquals(suggestPath(path), meant);
});

Deno.test("unknownPathError() names the kinds of animals for the path of another", () => {
  const { message } = unknownPathError("/hamster/Ada");
  assertEquals(message.includes(`must be one of ${ANIMALS.join(", ")}`), true, message);
  for (const path of ["/cats/Ada", "/api/v9", "/images/x", "/wp-login.php", "/a/b/c", "/hamster"]) {
    assertEquals(unknownPathError(path).message.includes("animal must"), false, path);
  }
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
