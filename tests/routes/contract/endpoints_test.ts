import { assertEquals } from "@std/assert";
import { PATHS } from "@/lib/endpoints/paths.ts";
import { startApp } from "@/tests/app.ts";
import { PIXEL } from "@/tests/routes/contract/response_kinds.ts";

// The API contract, written out: every path with every allowed value.

const ANIMALS = ["cat", "dog", "fox", "fish", "alpaca", "bird"];
const KAOMOJI = ["cat", "dog", "owo", "uwu", "love"];
const FILTERS = [
  ...["blur", "greyscale", "contrast", "invert", "dither565", "normalize"],
  ...["sepia", "brightness", "saturate", "hue-rotate", "sharpen", "pixelate", "resize"],
  ...["rotate", "flip", "flop", "gamma", "threshold", "tint", "duotone"],
];
/** The filters that need a value, which has no default. */
const NEEDED: Readonly<Record<string, string>> = { tint: "&strength=ff8800", duotone: "&strength=1b1464-f7d046" };
const APPLICATIONS = ["launcher", "reshade", "fpsUnlocker"];
const ELECTRON_FILES = ["latest", "beta"].flatMap((channel) => {
  return ["", "-mac", "-linux", "-linux-arm64"].map((platform) => `${channel}${platform}.yml`);
});

const TABLE: Readonly<Record<string, readonly string[]>> = {
  "/api/v1/animals/{kind}": ANIMALS,
  "/api/v1/string/{endpoint}": ["8ball"],
  "/api/v1/kaomoji/{endpoint}": KAOMOJI,
  "/api/v1/filter/{endpoint}": FILTERS,
  "/api/v2/random/animal/{kind}": ANIMALS,
  "/api/v2/random/animal": [],
  "/api/v2/random/string/{type}": ["8ball"],
  "/api/v2/random/yt-video/{type}": ["hl-cats"],
  "/api/v2/random/kaomoji/{type}": KAOMOJI,
  "/api/v2/filter/{steps}": FILTERS,
  "/api/v5/stella/version/app/{application}": APPLICATIONS,
  "/api/v5/stella/version/tier/{tier}": ["2", "3"],
  "/api/v1/version": [],
  "/api/v1/uptime": [],
  "/api/v1/static/generated/{path}": [],
  "/api/v1/static/logs/{fileName}": [],
  "/api/v1/static/cache/{path}": [],
  "/api/v5/stella/stats/downloads": [],
  "/api/v5/stella/launcher/updates": [],
  "/api/v5/stella/launcher/news": [],
  "/api/v5/stella/launcher/feeds": [],
  "/api/v5/stella/launcher/feeds/tauri.json": [],
  "/api/v5/stella/launcher/feeds/{file}": ELECTRON_FILES,
  "/api/v5/stella/launcher/feeds/appcast.xml": [],
  "/api/v5/stella/version/app/launcher/resources": [],
};

/** The paths of the API that are tested elsewhere: below, and in tests/routes/api/v5/feeds_test.ts. */
const ELSEWHERE = ["/api", "/api/v5/{app_name}/launcher/feeds/tauri/{target}/{arch}/{current_version}"];

Deno.test("every public path of the API is in the table, or listed as tested elsewhere", () => {
  const rows = Object.keys(TABLE).map((path) => path.replace("/stella/", "/{app_name}/"));
  const paths = Object.entries(PATHS).filter(([path, { access }]) => path.startsWith("/api") && access !== "operator");
  assertEquals(paths.map(([path]) => path).filter((path) => !rows.includes(path)).sort(), ELSEWHERE.toSorted());
});

const call = await startApp({ RATE_LIMIT: "off", APP_NAME: "stella" });

async function read(path: string): Promise<{ status: number; body: string }> {
  const response = await call(path);
  return { status: response.status, body: await response.text() };
}

for (const [path, allowed] of Object.entries(TABLE)) {
  const variable = /\{(\w+)\}/.exec(path)?.[1] ?? "";
  const documented = path.replace("/stella/", "/{app_name}/");
  const query = path.includes("/filter/") ? `?width=9&image=${encodeURIComponent(PIXEL)}` : "";

  Deno.test(`GET ${path} returns 200 for every allowed value, with and without a trailing slash`, async () => {
    const values = allowed.length > 0 ? allowed : [""];
    for (const value of values) {
      const filled = path.replace(/\/\{\w+\}/, value === "" ? "" : `/${value}`);
      const needed = query + (NEEDED[value] ?? "");
      assertEquals((await read(`${filled}${needed}`)).status, 200, value);
      assertEquals((await read(`${filled}/${needed}`)).status, 200, `${value}/`);
    }
  });

  Deno.test(`GET /api lists ${path} with its allowed values`, async () => {
    const { endpoints } = JSON.parse((await read("/api")).body);
    const entry = endpoints.find((each: { path: string }) => each.path === documented);
    assertEquals(entry.allowed[variable] ?? [], allowed);
    assertEquals(entry.allowed.app_name, path === documented ? undefined : ["stella"]);
  });

  if (allowed.length === 0) continue;
  Deno.test(`GET ${path} returns 404 for any other value and lists the allowed ones`, async () => {
    const others = [
      "cow",
      "CAT",
      "cat%20",
      "2.0",
      "02",
      "__proto__",
      "constructor",
      "%63at%00",
      "猫",
      "a%2Fb",
      "%2563at",
    ];
    for (const other of others) {
      const { status, body } = await read(path.replace(/\{\w+\}/, other) + query);
      const { code, details } = JSON.parse(body);
      // Some feeds have files with a path of their own in this table.
      const listed = variable === "file" ? ["tauri.json", ...allowed, "appcast.xml"] : allowed;
      assertEquals([status, code, details.allowed], [404, "unknown_type", listed], other);
    }
  });
}

Deno.test("GET /api/v5/{app_name}/… accepts only the name of the application, on every path", async () => {
  for (const path of Object.keys(TABLE).filter((each) => each.startsWith("/api/v5/"))) {
    for (const name of ["app", "Stella", "stella%20", "*"]) {
      const other = path.replace("/stella/", `/${name}/`).replace(/\{\w+\}/, "2");
      const { status, body } = await read(other);
      const { code, details } = JSON.parse(body);
      assertEquals([status, code, details.allowed], [404, "unknown_app", ["stella"]], other);
    }
  }
});

Deno.test("GET …/filter/{name} accepts a strength within the limits of the contract, limits included", async () => {
  const limits: Record<string, { valid: string[]; invalid: string[]; min: number; max: number }> = {
    blur: { valid: ["1", "256", "5.4"], invalid: ["0", "0.9", "256.1", "257", "-1"], min: 1, max: 256 },
    contrast: { valid: ["-1", "1", "0", "0.1", "-.5"], invalid: ["-1.01", "1.01", "2"], min: -1, max: 1 },
    sepia: { valid: ["0", "1", ".5"], invalid: ["-0.01", "1.01"], min: 0, max: 1 },
    brightness: { valid: ["0", "4", "1.2"], invalid: ["-0.01", "4.01"], min: 0, max: 4 },
    saturate: { valid: ["0", "4", "1.5"], invalid: ["-0.01", "4.01"], min: 0, max: 4 },
    "hue-rotate": { valid: ["-360", "360", "0.5"], invalid: ["-360.1", "361"], min: -360, max: 360 },
    sharpen: { valid: ["0", "10", "0.5"], invalid: ["-0.01", "10.01"], min: 0, max: 10 },
    pixelate: { valid: ["2", "256", "8.4"], invalid: ["1", "1.9", "256.1", "-8"], min: 2, max: 256 },
  };
  for (const [name, { valid, invalid, min, max }] of Object.entries(limits)) {
    for (const root of ["/api/v1/filter", "/api/v2/filter"]) {
      const path = `${root}/${name}?image=${encodeURIComponent(PIXEL)}`;
      for (const strength of [...valid, ""]) {
        assertEquals((await read(`${path}&strength=${strength}`)).status, 200, strength);
      }
      for (const strength of [...invalid, "strong", "NaN", "Infinity", "1,5", "0x1", "١"]) {
        const { status, body } = await read(`${path}&strength=${strength}`);
        const details = { parameter: "strength", value: strength, min, max };
        assertEquals([status, JSON.parse(body).code, JSON.parse(body).details], [400, "invalid_parameter", details]);
      }
    }
  }
});

Deno.test("GET …/filter/{name} applies the default strength, and ignores a strength if the filter has none", async () => {
  const applied = async (query: string) => {
    const response = await call(`/api/v1/filter/${query}&image=${encodeURIComponent(PIXEL)}`);
    await response.body?.cancel();
    return response.headers.get("x-filter");
  };
  assertEquals(await applied("blur?"), "blur; strength=5");
  assertEquals(await applied("contrast?"), "contrast; strength=0.1");
  assertEquals(await applied("hue-rotate?"), "hue-rotate; strength=90");
  assertEquals(await applied("pixelate?strength=8.4"), "pixelate; strength=8");
  for (const name of ["greyscale", "invert", "dither565", "normalize"]) {
    assertEquals(await applied(`${name}?strength=strong`), name);
  }
});
