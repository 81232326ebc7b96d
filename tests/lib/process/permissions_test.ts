import { assertEquals, assertStringIncludes } from "@std/assert";
import { loadConfig } from "@/fresh.config.ts";
import { listPermissions } from "@/lib/process/permissions.ts";

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

Deno.test("dropPermissions() leaves a process that cannot start programs and has an empty environment", async () => {
  const module = new URL("../../../lib/process/permissions.ts", import.meta.url);
  const code = `import { dropPermissions } from "${module}";
    await dropPermissions({ canWriteFiles: false });
    const names = ["run", "ffi", "write", "net", "read"];
    const states = await Promise.all(names.map(async (name) => (await Deno.permissions.query({ name })).state));
    const environ = await fetch("file:///proc/self/environ").then(() => "open", (error) => error.name);
    const { get } = await import("node:https");
    const secure = await new Promise((resolve) => get("https://127.0.0.1:1/").on("error", () => resolve("tried")));
    Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify({ states, environ, secure, secret: Deno.env.get("SECRET") })));`;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", code],
    env: { SECRET: "hidden" },
  }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assertStringIncludes(text, '"states":["prompt","prompt","prompt","granted","granted"]');
  assertStringIncludes(text, '"environ":"NotCapable","secure":"tried"}');
});
