import { assertEquals } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { listPrivatePaths, listSecrets } from "@/lib/process/private_settings.ts";

function load(settings: Record<string, string>) {
  return loadConfig({ get: (name) => settings[name] }, false);
}

Deno.test("listSecrets() has the password of STATE_URL, as it is written and decoded", () => {
  const token = "0123456789abcdef";
  const secrets = listSecrets(
    load({ OPERATOR_TOKEN: token, STATE_URL: "redis-sentinel://u:p%40ss%2Fw%40rd@host,other/main" }),
  );
  assertEquals(secrets, [token, undefined, "p%40ss%2Fw%40rd", "p@ss/w@rd"]);
});

Deno.test("listPrivatePaths() has the absolute path of every setting and of the service", () => {
  const paths = new Map(listPrivatePaths(load({ CONTENT_DIR: "/srv/a/", LOGS_DIR: "b", STATE_URL: "kv:/srv/c.db" })));
  assertEquals(paths.get("/srv/a"), "CONTENT_DIR");
  assertEquals(paths.get(`${Deno.cwd()}/b`), "LOGS_DIR");
  assertEquals([paths.get("/srv/c.db"), paths.get(Deno.cwd())], ["STATE_URL", "."]);
});
