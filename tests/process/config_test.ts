import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { type Config, loadConfig } from "@/fresh.config.ts";
import { StartupError } from "@/lib/process/settings.ts";

/** Reads the settings from a few variables. */
function load(variables: Readonly<Record<string, string>>): Config {
  return loadConfig({ get: (name) => variables[name] });
}

Deno.test("loadConfig() returns the default of every setting that is not set", () => {
  const { workers, memoryBudget, features, ...others } = load({});
  assertEquals([...features], ["text", "filters", "lists", "logs", "launcher"]);
  assertEquals(workers, Math.min(64, navigator.hardwareConcurrency + 1));
  assertEquals(memoryBudget >= 128 * 1024 * 1024 && memoryBudget <= 400 * 1024 * 1024, true);
  assertEquals(others, {
    port: 8000,
    host: "0.0.0.0",
    baseUrl: undefined,
    trustProxy: 0,
    appName: "app",
    operatorToken: undefined,
    rateLimit: 1200,
    sourceHosts: [],
    privateHosts: [],
    logLevel: "info",
    repositoryUrl: undefined,
    contact: undefined,
    isDenoDeploy: false,
  });
});

Deno.test("loadConfig() reads every setting, without blanks around it", () => {
  const { features, ...others } = load({
    PORT: "0",
    HOST: "::1",
    BASE_URL: "https://Example.org/",
    TRUST_PROXY: "2",
    FEATURES: "lists, text",
    APP_NAME: "my-app_1.0",
    OPERATOR_TOKEN: "0123456789abcdef",
    RATE_LIMIT: "off",
    WORKERS: " 64 ",
    MEMORY_BUDGET: "2GiB",
    SOURCE_HOSTS: "Example.org, *.bücher.example, [2001:DB8::1]",
    PRIVATE_HOSTS: "127.0.0.1:80,[::1]:9000",
    LOG_LEVEL: "error",
    REPOSITORY_URL: "https://git.example/pawkit",
    CONTACT: "mailto:me@example.org",
    DENO_DEPLOY: "1",
  });
  assertEquals([...features], ["lists", "text"]);
  assertEquals(others, {
    port: 0,
    host: "::1",
    baseUrl: "https://example.org",
    trustProxy: 2,
    appName: "my-app_1.0",
    operatorToken: "0123456789abcdef",
    rateLimit: undefined,
    workers: 64,
    memoryBudget: 2_147_483_648,
    sourceHosts: ["example.org", "*.xn--bcher-kva.example", "[2001:db8::1]"],
    privateHosts: ["127.0.0.1:80", "[::1]:9000"],
    logLevel: "error",
    repositoryUrl: "https://git.example/pawkit",
    contact: "mailto:me@example.org",
    isDenoDeploy: true,
  });
});

Deno.test("loadConfig() treats an empty setting as one that is not set", () => {
  assertEquals(load({ PORT: "", RATE_LIMIT: "  ", FEATURES: "", LOGS_DIR: "" }), load({}));
});

for (
  const [name, value] of [
    ["PORT", "65536"],
    ["PORT", "80a"],
    ["HOST", "my host"],
    ["BASE_URL", "https://example.org/path"],
    ["BASE_URL", "https://me@example.org"],
    ["BASE_URL", "ftp://example.org"],
    ["TRUST_PROXY", "0"],
    ["TRUST_PROXY", "true"],
    ["FEATURES", "text,videos"],
    ["FEATURES", "text,"],
    ["APP_NAME", "a/b"],
    ["RATE_LIMIT", "0"],
    ["WORKERS", "65"],
    ["WORKERS", "0"],
    ["MEMORY_BUDGET", "127MiB"],
    ["MEMORY_BUDGET", "400 MB"],
    ["SOURCE_HOSTS", "https://example.org"],
    ["SOURCE_HOSTS", "example.org:80"],
    ["SOURCE_HOSTS", "*.*.example.org"],
    ["PRIVATE_HOSTS", "127.0.0.1"],
    ["PRIVATE_HOSTS", "*.example.org:80"],
    ["PRIVATE_HOSTS", "127.0.0.1:65536"],
    ["LOG_LEVEL", "verbose"],
    ["REPOSITORY_URL", "http://git.example/pawkit"],
    ["CONTACT", "me@example.org"],
  ] as const
) {
  Deno.test(`loadConfig() throws on ${name}=${value} with the name, the form and the value`, () => {
    const { message } = assertThrows(() => load({ [name]: value }), StartupError);
    assertStringIncludes(message, `Cannot start: ${name} must be `);
    assertStringIncludes(message, `, got "${value}"`);
  });
}

Deno.test("loadConfig() does not show a wrong OPERATOR_TOKEN", () => {
  const { message } = assertThrows(() => load({ OPERATOR_TOKEN: "too short" }), StartupError);
  assertEquals(message, "Cannot start: OPERATOR_TOKEN must be 16 to 512 visible characters, got 9 characters");
});

Deno.test("loadConfig() throws on the settings of version 4 that are gone, without their values", () => {
  const { message } = assertThrows(
    () => load({ STATE_URL: "redis://me:password@host", LOGS_DIR: "logs" }),
    StartupError,
  );
  assertEquals(message, "Cannot start: STATE_URL, LOGS_DIR must not be set, because version 5 has no such setting");
});

Deno.test("loadConfig() ignores the settings of the launcher's task", () => {
  assertEquals(load({ GITHUB_TOKEN: "token", GITHUB_API_URL: "https://github.example" }), load({}));
});

Deno.test(".env.example has every setting, and its values are the defaults", () => {
  const text = Deno.readTextFileSync(new URL("../../.env.example", import.meta.url));
  const lines = Array.from(text.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm), ([, name = "", value = ""]) => [name, value]);
  const asked = new Set<string>();
  loadConfig({ get: (name) => void asked.add(name) });
  const missing = [...asked].filter((name) => !lines.some(([each]) => each === name));
  assertEquals(lines.filter(([name = ""]) => !asked.has(name)), []);
  // What else is asked for is not a setting of this version: the platform, and what is gone.
  assertThrows(() => load(Object.fromEntries(missing.map((name) => [name, "1"]))), StartupError, "must not be set");
  assertEquals(load(Object.fromEntries(lines)), load({}));
});
