import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { withWorkshop } from "./fixture.ts";

const MAIN = new URL("../../../lib/blocklist/main.ts", import.meta.url).pathname;
const SHIPPED = new URL("../../../static/generated/", import.meta.url).pathname;

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly log: string;
}

async function runCommand(folder: string, args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const logs = join(folder, "logs");
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", MAIN, ...args],
    env: { GENERATED_DIR: join(folder, "made"), LOGS_DIR: logs, ...env },
  }).output();
  const [entry] = await Array.fromAsync(Deno.readDir(logs));
  assertMatch(entry!.name, /^blocklist-\d{4}-\d\d-\d\d\.log$/);
  return { code, stdout: new TextDecoder().decode(stdout), log: await Deno.readTextFile(join(logs, entry!.name)) };
}

async function sumsOf(folder: string): Promise<string> {
  const script = "find . -type f -not -path '*/.*' | LC_ALL=C sort | xargs sha256sum";
  const { stdout } = await new Deno.Command("sh", { args: ["-c", script], cwd: folder }).output();
  return new TextDecoder().decode(stdout);
}

Deno.test("deno task blocklist makes the shipped lists, byte for byte, in any time zone and language", () =>
  withWorkshop(async ({ folder }) => {
    const { code, stdout, log } = await runCommand(folder, [], { TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8" });
    assertEquals(code, 0);
    assertEquals(log, stdout);
    assertMatch(log, /^\d{4}-\d\d-\d\dT[\d:.]+Z blocklist written\n/);
    assertEquals(await sumsOf(join(folder, "made")), await sumsOf(SHIPPED));
  }));

Deno.test("deno task blocklist ends with 1 and says why, when a list shrinks and when a source is missing", () =>
  withWorkshop(async ({ folder, source, run }) => {
    await source("a.txt", "a.example.com\nb.example.com\n");
    await source("b.txt", "c.example.com\n");
    await run({ folder: join(folder, "made") });
    await source("a.txt", "a.example.com\n");
    const config = ["--config", join(folder, "config.json")];
    const shrunk = await runCommand(folder, config);
    assertEquals(shrunk.code, 1);
    assertMatch(shrunk.log, /blocklist stopped: list one would shrink from 2 to 1 entries/);
    assertEquals((await runCommand(folder, [...config, "--force"])).code, 0);
    await Deno.remove(join(folder, "made"), { recursive: true });
    await Deno.remove(join(folder, "a.txt"));
    const missing = await runCommand(folder, config);
    assertEquals(missing.code, 1);
    assertMatch(missing.stdout, /blocklist stopped, nothing was written: Cannot read the source "a" from a\.txt/);
  }));
