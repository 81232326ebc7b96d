import { assertStringIncludes } from "@std/assert";

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
