import { assertEquals, assertObjectMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { MEMORY_SETTINGS, passSignal } from "@/lib/process/start.ts";

Deno.test("a startup error is one line on the terminal, from the settings and from the service itself", async () => {
  const directory = await Deno.makeTempDir();
  const start = async (program: string, variables: Record<string, string>) => {
    const folders = { LOGS_DIR: directory, STATE_DIR: directory };
    const options = { args: ["run", "-A", "--no-check", ...program.split(" ")], env: { ...folders, ...variables } };
    const { code, stderr } = await new Deno.Command(Deno.execPath(), options).output();
    return [code, new TextDecoder().decode(stderr)];
  };
  const message = 'Cannot start: PORT must be a whole number from 0 to 65535, got "http"\n';
  assertEquals(await start("lib/process/start.ts", { PORT: "http" }), [1, message]);
  using other = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const [code, errors] = await start("main.ts --run", { HOST: "127.0.0.1", PORT: `${other.addr.port}` });
  assertEquals([code, /^Cannot listen: .*PORT must be free.*\n$/.test(String(errors))], [1, true], String(errors));
  await Deno.remove(directory, { recursive: true });
});

Deno.test("deno task start runs main.ts with the variables of the operator, and MEMORY_SETTINGS for the rest", async () => {
  const cwd = await Deno.makeTempDir();
  await Deno.writeTextFile(join(cwd, "main.ts"), "console.log(JSON.stringify(Deno.env.toObject()))");
  const args = ["run", "-A", "--no-check", import.meta.resolve("../../../lib/process/start.ts")];
  const env = { APP_NAME: "paws", MALLOC_MMAP_THRESHOLD_: "65536", GLIBC_TUNABLES: "" };
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd, env }).output();
  await Deno.remove(cwd, { recursive: true });
  const [text = "", errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assertStringIncludes(text, "{", errors);
  assertObjectMatch(JSON.parse(text), { ...env, GLIBC_TUNABLES: MEMORY_SETTINGS.GLIBC_TUNABLES });
});

Deno.test("passSignal() does nothing if the service has ended", async () => {
  const service = new Deno.Command(Deno.execPath(), { args: ["eval", "0"] }).spawn();
  await service.status;
  for (const signal of ["SIGINT", "SIGTERM"] as const) passSignal(service, signal, "linux");
});

Deno.test("passSignal() passes a signal on, except on Windows, where it would end the service at once", () => {
  const passed: unknown[] = [];
  const service = { kill: (signal: unknown) => void passed.push(signal) };
  for (const os of ["linux", "darwin", "windows"] as const) passSignal(service, "SIGTERM", os);
  assertEquals(passed, ["SIGTERM", "SIGTERM"]);
});
