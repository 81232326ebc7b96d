import { assertEquals } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { listPaths } from "@/lib/process/permitted_paths.ts";

function list(variables: Record<string, string>, isForWriting: boolean): string {
  return listPaths(loadConfig({ get: (name) => variables[name] }, false), isForWriting);
}

Deno.test("listPaths() lists the paths in the settings, and for writing only those that are written", () => {
  const settings = { CONTENT_DIR: "/srv/cats, dogs", LAUNCHER_DATA: "app.json", LOGS_DIR: "/var/log/paws" };
  assertEquals(list({}, true), "logs,state");
  assertEquals(list(settings, true), "/var/log/paws,state");
  assertEquals(list(settings, false), ".,/srv/cats,, dogs,static/generated,app.json,/var/log/paws,state");
});

Deno.test("listPaths() permits the folder of a database, but never one that contains the service", () => {
  const root = Deno.cwd();
  const permitted: Record<string, string> = {
    "/var/lib/paws/state.db": "/var/lib/paws/",
    "data/new/state.db": "data/new/",
    [`${root}/data/state.db`]: `${root}/data/`,
    "state.db": "state.db",
    "./state.db": "./state.db",
    "../../state.db": "../../state.db",
    "/state.db": "/state.db",
    [`${root}/state.db`]: `${root}/state.db`,
  };
  for (const [file, path] of Object.entries(permitted)) {
    assertEquals(list({ STATE_URL: `kv:${file}` }, true), `logs,state,${path}`);
  }
  assertEquals(list({ STATE_URL: "kv:" }, true), "logs,state");
});
