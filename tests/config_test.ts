import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { linuxSwitch } from "@/lib/process/setting_forms.ts";

function load(variables: Record<string, string>) {
  return loadConfig({ get: (name) => variables[name] }, false);
}

Deno.test("loadConfig() has a default for every setting", () => {
  const config = load({});
  assertEquals([config.port, config.host, config.appName, config.rateLimit], [8000, "0.0.0.0", "app", 1200]);
  assertEquals([config.maxSourceBytes, config.maxPixels], [20_971_520, 25_000_000]);
  assertEquals([config.maxFrames, config.maxRedirects, config.uploadTimeoutMs], [1000, 5, 30_000]);
  assertEquals([config.logFormat, config.stateUrl, config.trustProxy, config.isDenoDeploy], ["json", "", 0, false]);
});

Deno.test("loadConfig() reads variables and treats an empty one as unset", () => {
  const config = load({
    PORT: "0",
    BASE_URL: "https://paw.example/",
    TRUST_PROXY: "2",
    RATE_LIMIT: "off",
    ALLOW_PRIVATE_HOSTS: "127.0.0.1:9000, [::1], nas.local",
    APP_NAME: "",
    DENO_DEPLOY: "1",
  });
  assertEquals([config.port, config.baseUrl, config.trustProxy], [0, "https://paw.example", 2]);
  assertEquals([config.rateLimit, config.appName, config.isDenoDeploy], [undefined, "app", true]);
  assertEquals(config.allowPrivateHosts, ["127.0.0.1:9000", "[::1]", "nas.local"]);
});

Deno.test("loadConfig() reports names that are nearly those of settings", () => {
  const warningsFor = (...names: string[]) => {
    const env = Object.fromEntries(names.map((name) => [name, "1"]));
    return loadConfig({ get: () => undefined, toObject: () => env }, false).warnings;
  };
  const misspelt = { TRUSTPROXY: "TRUST_PROXY", RATELIMIT: "RATE_LIMIT", PROT: "PORT", LOG_DIR: "LOGS_DIR" };
  const others = { "base-url": "BASE_URL", OPERATER_TOKENS: "OPERATOR_TOKEN", FILTER_TIMEOUT: "FILTER_TIMEOUT_MS" };
  for (const [name, meant] of Object.entries({ ...misspelt, ...others })) {
    assertEquals(warningsFor(name), [`${name} is not a setting and has no effect: did you mean ${meant}?`]);
  }
  assertEquals(
    warningsFor("HOME", "PATH", "HOSTNAME", "TMPDIR", "LOGNAME", "REDIS_PORT", "APP_HOME", "PORT", "MAX_FRAMES"),
    [],
  );
  // Nearly the name of a setting that was removed.
  assertEquals(warningsFor("CLIENT_SHARE", "FILTERS_QUEUE"), []);
  // Somebody who has set both means another program by one of them.
  assertEquals(warningsFor("LOG_DIR", "LOGS_DIR"), []);
});

Deno.test("linuxSwitch() accepts on for Linux alone, because elsewhere one process would get all connections", () => {
  assertEquals(linuxSwitch("linux").parse("on"), true);
  const { mustBe, parse } = linuxSwitch("darwin");
  assertEquals([parse("on"), parse("off"), mustBe], [undefined, false, "off, because this is darwin, not Linux"]);
});

Deno.test("loadConfig() reports settings of earlier versions and ignores them", () => {
  const { warnings, maxFrames, maxTotalPixels } = load({ MAX_FRAMES: "7", MAX_TOTAL_PIXELS: "", MAX_PIXELS: "1000" });
  assertEquals(warnings, ["MAX_FRAMES is not a setting any more and has no effect: an animation may have 1000 frames"]);
  assertEquals([maxFrames, maxTotalPixels], [1000, 2000]);
});

Deno.test("loadConfig() leaves 64 MiB of the least budget to transfers and short jobs", () => {
  const { memoryBudget, maxJobBytes } = load({ MEMORY_BUDGET: "128MiB" });
  assertEquals([memoryBudget, maxJobBytes], [128 * 1024 * 1024, 64 * 1024 * 1024]);
});

Deno.test("loadConfig() never shows a secret in a message", () => {
  const bad: Record<string, string> = {
    OPERATOR_TOKEN: "short-secret",
    STATE_URL: "mysql://pawkit:short-secret@db.example",
    GITHUB_API_URL: "https://pawkit:short-secret@github.example",
    BASE_URL: "https://:short-secret@paw.example",
    LAUNCHER_GITHUB: "https://token-short-secret@github.com/o/r",
    ALLOW_PRIVATE_HOSTS: "pawkit:short-secret@nas",
  };
  for (const [name, value] of Object.entries(bad)) {
    const { message } = assertThrows(() => load({ [name]: value }), TypeError, `Cannot start: ${name} must be`);
    assertEquals(message.includes("short-secret"), false, message);
  }
});

Deno.test("loadConfig() shows only the length of a malformed STATE_URL, and of any other URL all but its credentials", () => {
  const messageFor = (variables: Record<string, string>) => assertThrows(() => load(variables), TypeError).message;
  assertStringIncludes(
    messageFor({ STATE_URL: "redis:/a:b@c" }),
    "kv:, kv:<file> or redis[s]://[[user]:password@]host[:port][/database], got 12",
  );
  assertStringIncludes(
    messageFor({ BASE_URL: "https://a:b@c/" }),
    'without a path, credentials or a query, got "https://[secret]@c/"',
  );
});
