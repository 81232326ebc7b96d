import { assertEquals } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { listPermissions } from "@/lib/process/start.ts";

function list(variables: Record<string, string>, kind: "read" | "write"): string | undefined {
  const flags = listPermissions(loadConfig({ get: (name) => variables[name] }, false));
  return flags.find((flag) => flag.startsWith(`--allow-${kind}=`))?.slice(`--allow-${kind}=`.length);
}

Deno.test("listPermissions() lists the paths in the settings, and for writing only those that are written", () => {
  const settings = { CONTENT_DIR: "/srv/cats, dogs", LAUNCHER_DATA: "app.json", LOGS_DIR: "/var/log/paws" };
  assertEquals(list({}, "write"), "logs,state");
  assertEquals(list(settings, "write"), "/var/log/paws,state");
  assertEquals(list(settings, "read"), ".,/srv/cats,, dogs,static/generated,app.json,/var/log/paws,state");
});

Deno.test("listPermissions() permits a database file, but never the folder that contains it", () => {
  const files = ["/var/lib/paws/state.db", "data/new/state.db", "state.db", "../state.db", "C:\\pawkit\\state.db"];
  for (const file of files) assertEquals(list({ STATE_URL: `kv:${file}` }, "write"), `logs,state,${file}`);
  assertEquals(list({ STATE_URL: "kv:" }, "write"), "logs,state");
});
