import { assertEquals, assertThrows } from "@std/assert";
import { findPath } from "@/lib/endpoints/paths.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { assertSpelling } from "@/lib/parameters/spelling.ts";

function check(route: string, query: string): void {
  assertSpelling(new URLSearchParams(query), findPath(route).parameters ?? {});
}

Deno.test("assertSpelling() rejects what is one letter away, and synonyms", () => {
  const rejects = (route: string, query: string) => () => check(route, query);
  const animal = "/api/v2/random/animal/{kind}";
  const filter = "/api/v2/filter/{steps}";
  const cases = [
    [animal, "sise", "size"],
    [animal, "Size", "size"],
    [animal, "seeds", "seed"],
    [animal, "siez", "size"],
    ["/{kind}/{name}", "radus", "radius"],
    [filter, "heigth", "height"],
    [filter, "url", "image"],
    [filter, "src", "image"],
    [filter, "img", "image"],
    [filter, "w", "width"],
    [filter, "h", "height"],
    [filter, "q", "quality"],
    [filter, "type", "format"],
    [filter, "angle", "strength"],
    ["/api/v1/filter/{endpoint}", "degrees", "strength"],
    [filter, "positon", "position"],
    ["/{kind}/{name}", "width", "size"],
    ["/images/animals/{kind}/{file}", "height", "size"],
    ["/{kind}/{name}", "w", "size"],
    ["/{kind}/{name}", "h", "size"],
    [filter, "sigma", "strength"],
    [filter, "color", "strength"],
    [filter, "colour", "strength"],
    [filter, "dark", "strength"],
    [filter, "light", "strength"],
    [filter, "amount", "strength"],
    [filter, "bgcolor", "background"],
    [filter, "rounded", "radius"],
    ["/{kind}/{name}", "color", "colors"],
    ["/{kind}/{name}", "scale", "size"],
    ["/{kind}/{name}", "circle", "radius"],
    ["/{kind}/{name}", "backgroundColor", "background"],
    ["/{kind}/{name}", "animated", "motion"],
    [animal, "expression", "mood"],
    [animal, "color", "coat"],
    ["/random", "name", "seed"],
    ["/{kind}", "name", "seed"],
    [animal, "name", "seed"],
    ["/api/v2/random/animal", "name", "seed"],
    ["/api/v5/{app_name}/launcher/updates", "current", "version"],
    ["/api/v5/{app_name}/launcher/updates", "current_version", "version"],
    ["/api/v5/{app_name}/launcher/updates", "currentVersion", "version"],
  ] as const;
  for (const [route, name, meant] of cases) {
    const { code, message, details } = assertThrows(rejects(route, `seed=a&${name}=1`), ApiError);
    assertEquals([code, details], ["invalid_parameter", { parameter: name, value: "1", suggestion: meant }]);
    assertEquals(message, `Cannot read "${name}": there is no such parameter; did you mean "${meant}"?`);
  }
});

Deno.test("assertSpelling() suggests the parameter that has the value, if two names fit", () => {
  const cases = [["off", "colors"], ["none", "colors"], ["ginger", "coat"], ["orange", "coat"]] as const;
  for (const name of ["color", "colour"]) {
    for (const [value, suggestion] of cases) {
      const { details } = assertThrows(() => check("/{kind}/{name}", `${name}=${value}`), ApiError);
      assertEquals(details, { parameter: name, value, suggestion });
    }
  }
});

Deno.test("assertSpelling() ignores everything else, which may get past a cache", () => {
  const common = ["_", "t", "v", "ts", "cb", "nocache", "utm_source", "fbclid", "ra", "__proto__"];
  const names = [...common, "url", "w", "h", "q", "width", "height", "angle"];
  for (const name of names) check("/api/v2/random/animal/{kind}", `${name}=1`);
  check("/api/v1/string/{endpoint}", "type=1&name=1");
  // Forms and URL templates send what is not filled in without a value.
  check("/api/v2/filter/{steps}", "image=a&url=&w=&q&heigth=");
  check("/api/v5/{app_name}/launcher/news", "current=1");
  check("/api/v2/filter/{steps}", "width=1&height=1&size=1");
});
