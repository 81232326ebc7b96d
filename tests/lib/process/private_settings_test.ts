import { assert, assertEquals } from "@std/assert";
import { loadConfig, SETTINGS } from "@/fresh.config.ts";
import { listPrivatePaths, listSecrets, pathsOf } from "@/lib/process/private_settings.ts";

function load(settings: Record<string, string>) {
  return loadConfig({ get: (name) => settings[name] }, false);
}

Deno.test("listSecrets() has the password of STATE_URL, as it is written and decoded", () => {
  const token = "0123456789abcdef";
  const secrets = listSecrets(
    load({ OPERATOR_TOKEN: token, STATE_URL: "redis://u:p%40ss%2Fw%40rd@host/1" }),
  );
  assertEquals(secrets, [token, undefined, "p%40ss%2Fw%40rd", "p@ss/w@rd"]);
});

Deno.test("listPrivatePaths() has the absolute path of every setting and of the service", () => {
  const paths = new Map(listPrivatePaths(load({ CONTENT_DIR: "/srv/a/", LOGS_DIR: "b", STATE_URL: "kv:/srv/c.db" })));
  assertEquals(paths.get("/srv/a"), "CONTENT_DIR");
  assertEquals(paths.get(`${Deno.cwd()}/b`), "LOGS_DIR");
  assertEquals([paths.get("/srv/c.db"), paths.get(Deno.cwd())], ["STATE_URL", "."]);
});

Deno.test("listSecrets() has every secret setting, and pathsOf() every folder", () => {
  const toVariable = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  const names = Object.entries(SETTINGS).filter(([, [form]]) => "isSecret" in form).map(([name]) => toVariable(name));
  const toValue = (name: string) => name === "STATE_URL" ? `redis://:${name}@host` : name.padEnd(16, "_");
  const secrets = listSecrets(load(Object.fromEntries(names.map((name) => [name, toValue(name)]))));
  for (const name of names) assert(secrets.some((secret) => secret?.startsWith(name)), name);
  const folders = Object.keys(SETTINGS).map(toVariable).filter((name) => name.endsWith("_DIR"));
  assertEquals(folders.filter((name) => !(name in pathsOf(load({})))), []);
  assert(names.length > 1 && folders.length > 1);
});
