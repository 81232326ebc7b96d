import { assertEquals, assertThrows } from "@std/assert";
import { assertKnownParameters, QUERY_PARAMETERS, suggestPath, unknownPathError } from "@/lib/endpoints/paths.ts";
import { ANIMALS } from "@pawkit/animals";
import { ApiError } from "@/lib/http/errors.ts";
import { ENDPOINTS } from "@/tests/endpoints.ts";

Deno.test("QUERY_PARAMETERS has every public path and its parameters", () => {
  const described: Record<string, string[]> = {};
  for (const { group, path, parameters } of ENDPOINTS) {
    if (group === "operator") continue;
    // Paths below a folder are one route, and each feed is a file of another.
    const route = path.replace(/\/feeds\/[\w.-]+$/, "/feeds/{file}");
    const names = parameters.filter((each) => each.in === "query").map(({ name }) => name);
    described[route] = [...new Set([...described[route] ?? [], ...names])];
  }
  const sorted = (table: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(table).map(([path, names]) => [path, names.toSorted()]));
  assertEquals(sorted(QUERY_PARAMETERS), sorted(described));
});

Deno.test("suggestPath() corrects the fixed segments of a path, and kinds of animals", () => {
  const paths = {
    "/cats/Ada": "/cat/Ada",
    "/Cat/Ada+Grace": "/cat/Ada+Grace",
    "/brid": "/bird",
    "/api/v1/animal": "/api/v1/animals/{kind}",
    "/api/v1/animal/cat": "/api/v1/animals/cat",
    "/api/v2/random/anmal/cat/": "/api/v2/random/animal/cat",
    "/api/v2/filters/blur": "/api/v2/filter/blur",
    "/API/v1/uptime": "/api/v1/uptime",
    "/openapi.jsn": "/openapi.json",
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
      "/api/x",
      "/operato",
      "/metric",
      "/%zz/a",
      `/cats/${"x".repeat(300)}`,
    ]
  ) {
    assertEquals(suggestPath(path), undefined, path);
  }
});

Deno.test("assertKnownParameters() rejects what is one letter away, and synonyms", () => {
  const check = (route: string, query: string) => () => assertKnownParameters(route, new URLSearchParams(query));
  const animal = "/api/v2/random/animal/:kind";
  const filter = "/api/v2/filter/:steps";
  const cases = [
    [animal, "sise", "size"],
    [animal, "Size", "size"],
    [animal, "seeds", "seed"],
    [animal, "siez", "size"],
    ["/:kind(cat|dog)/:name", "radus", "radius"],
    [filter, "heigth", "height"],
    [filter, "url", "image"],
    [filter, "src", "image"],
    [filter, "img", "image"],
    [filter, "w", "width"],
    [filter, "h", "height"],
    [filter, "q", "quality"],
    [filter, "type", "format"],
    [filter, "angle", "strength"],
    ["/api/v1/filter/:endpoint", "degrees", "strength"],
    [filter, "positon", "position"],
    ["/:kind(cat|dog)/:name", "width", "size"],
    ["/images/animals/:kind/:file", "height", "size"],
    ["/:kind(cat|dog)/:name", "w", "size"],
    ["/:kind(cat|dog)/:name", "h", "size"],
    [filter, "sigma", "strength"],
    [filter, "color", "strength"],
    [filter, "colour", "strength"],
    [filter, "dark", "strength"],
    [filter, "light", "strength"],
    ["/random", "name", "seed"],
    ["/:kind(cat|dog)", "name", "seed"],
    [animal, "name", "seed"],
    ["/api/v2/random/animal", "name", "seed"],
    ["/api/v5/:app_name/launcher/updates", "current", "version"],
    ["/api/v5/:app_name/launcher/updates", "current_version", "version"],
    ["/api/v5/:app_name/launcher/updates", "currentVersion", "version"],
  ] as const;
  for (const [route, name, meant] of cases) {
    const { code, message, details } = assertThrows(check(route, `seed=a&${name}=1`), ApiError);
    assertEquals([code, details], ["invalid_parameter", { parameter: name, value: "1", suggestion: meant }]);
    assertEquals(message, `Cannot read "${name}": there is no such parameter; did you mean "${meant}"?`);
  }
});

Deno.test("assertKnownParameters() ignores everything else, which may get past a cache", () => {
  const common = ["_", "t", "v", "ts", "cb", "nocache", "utm_source", "fbclid", "ra", "__proto__"];
  const names = [...common, "url", "w", "h", "q", "width", "height", "angle"];
  for (const name of names) assertKnownParameters("/api/v2/random/animal/:kind", new URLSearchParams([[name, "1"]]));
  assertKnownParameters("/api/v1/string/:endpoint", new URLSearchParams("type=1&name=1"));
  // Forms and URL templates send what is not filled in without a value.
  assertKnownParameters("/api/v2/filter/:steps", new URLSearchParams("image=a&url=&w=&q&heigth="));
  assertKnownParameters("/api/v5/:app_name/launcher/news", new URLSearchParams("current=1"));
  assertKnownParameters("/api/v2/filter/:steps", new URLSearchParams("width=1&height=1&size=1"));
  assertKnownParameters("/no/such/route", new URLSearchParams("sise=1"));
});
