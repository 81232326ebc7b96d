import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { withWorkshop } from "./fixture.ts";

const MAIN = import.meta.resolve("../../../lib/blocklist/main.ts");
const SHIPPED = fromFileUrl(new URL("../../../static/generated/", import.meta.url));

const SOURCES = fromFileUrl(new URL("../../../lib/blocklist/sources/", import.meta.url));

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly log: string;
}

async function runCommand(folder: string, args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const logs = join(folder, "logs");
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", MAIN, ...args],
    env: { GENERATED_DIR: join(folder, "made"), LOGS_DIR: logs, ...env },
  }).output();
  const [entry] = await Array.fromAsync(Deno.readDir(logs));
  assertMatch(entry!.name, /^blocklist-\d{4}-\d\d-\d\d\.log$/);
  const texts = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, stdout: texts[0]!, stderr: texts[1]!, log: await Deno.readTextFile(join(logs, entry!.name)) };
}

async function sumsOf(folder: string): Promise<string> {
  const script = "find . -type f -not -path '*/.*' | LC_ALL=C sort | xargs sha256sum";
  const { stdout } = await new Deno.Command("sh", { args: ["-c", script], cwd: folder }).output();
  return new TextDecoder().decode(stdout);
}

Deno.test("deno task blocklist generates the shipped lists, byte for byte, in any time zone and language", () =>
  withWorkshop(async ({ folder }) => {
    // Only the serials of the zones have a history: an unchanged zone must keep its own.
    await new Deno.Command("cp", { args: ["-r", SHIPPED, join(folder, "made")] }).output();
    const { code, stdout, log } = await runCommand(folder, [], { TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8" });
    assertEquals(code, 0);
    assertEquals(log, stdout);
    assertMatch(log, /^\d{4}-\d\d-\d\dT[\d:.]+Z blocklist written\n/);
    assertEquals(await sumsOf(join(folder, "made")), await sumsOf(SHIPPED));
  }));

Deno.test("deno task blocklist names BASE_URL or CONTACT as the homepage, and writes its steps to a pipe", () =>
  withWorkshop(async ({ folder }) => {
    const homepageOf = async () => {
      const text = await Deno.readTextFile(join(folder, "made/all/hosts.txt"));
      return /# Homepage: (.+)/.exec(text)?.[1];
    };
    const contact = { CONTACT: "mailto:me@paw.example" };
    const { stderr } = await runCommand(folder, [], { ...contact, BASE_URL: "https://paw.example" });
    assertEquals(await homepageOf(), "https://paw.example");
    assertMatch(
      stderr,
      /^(fetched pawkit-(ads|tracking)\n){2}reading pawkit-ads\nreading pawkit-tracking\nwriting 3 lists\n$/,
    );
    await runCommand(folder, [], contact);
    assertEquals(await homepageOf(), "mailto:me@paw.example");
  }));

Deno.test("deno task blocklist exits with 1 and the reason if a list shrinks or a source is missing", () =>
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
    assertEquals(missing.log.includes(folder), false, "anyone may read the log");
  }));

Deno.test("deno task blocklist leaves every list intact if the system stops it in mid-write", () =>
  withWorkshop(async ({ folder }) => {
    const made = join(folder, "made");
    await new Deno.Command("cp", { args: ["-r", SHIPPED, made] }).output();
    const before = await sumsOf(made);
    await new Deno.Command("cp", { args: ["-r", SOURCES, join(folder, "mine")] }).output();
    await Deno.writeTextFile(join(folder, "mine/ads.txt"), "new.example.org\n", { append: true });
    // Files are limited to 20 KB: writing fails if the signal is ignored, and the process ends if it is not.
    for (const [signal, isEnd] of [["trap '' XFSZ;", false], ["", true]] as const) {
      const command = [
        Deno.execPath(),
        "run",
        "--allow-all",
        // Otherwise Deno itself may write a large file, its cache of compiled code, and end before any list is written.
        "--no-code-cache",
        MAIN,
        "--config",
        `${folder}/mine/blocklist.json`,
      ];
      const { code, stdout } = await new Deno.Command("sh", {
        args: ["-c", `${signal} ulimit -f 40; exec "$@"`, "sh", ...command],
        env: { GENERATED_DIR: made, LOGS_DIR: join(folder, "logs") },
      }).output();
      assertNotEquals(code, 0);
      assertEquals(await sumsOf(made), before);
      if (isEnd) continue;
      assertEquals(await hasDrafts(made), false);
      assertMatch(new TextDecoder().decode(stdout), /nothing was written: Cannot write ".+": File too large/);
    }
    // With an empty cache Deno itself may be the first to write a large file, and no draft is left. Then the next run
    // has nothing to clean up.
    const { code } = await runCommand(folder, ["--config", join(folder, "mine/blocklist.json")]);
    assertEquals(code, 0);
    assertEquals(await hasDrafts(made), false);
  }));

async function hasDrafts(folder: string): Promise<boolean> {
  return (await Array.fromAsync(Deno.readDir(folder))).some(({ name }) => name === ".new");
}
