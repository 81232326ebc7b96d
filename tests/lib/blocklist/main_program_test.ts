import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { ifInstalled } from "@/tests/programs.ts";
import { copyFolder, MAIN, readSums, runCommand, SHIPPED } from "./command.ts";
import { withWorkshop } from "./fixture.ts";

const SOURCES = fromFileUrl(new URL("../../../lib/blocklist/sources/", import.meta.url));

Deno.test(
  ifInstalled("sh", "deno task blocklist leaves every list intact if the system stops it in mid-write"),
  () =>
    withWorkshop(async ({ folder }) => {
      const made = join(folder, "made");
      await copyFolder(SHIPPED, made);
      const before = await readSums(made);
      await copyFolder(SOURCES, join(folder, "mine"));
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
        assertEquals(await readSums(made), before);
        if (isEnd) continue;
        assertEquals(await hasDrafts(made), false);
        assertMatch(new TextDecoder().decode(stdout), /stopped: Cannot write ".+": File too large/);
      }
      // With an empty cache Deno itself may be the first to write a large file, and no draft is left. Then the next run
      // has nothing to clean up.
      const { code } = await runCommand(folder, ["--config", join(folder, "mine/blocklist.json")]);
      assertEquals(code, 0);
      assertEquals(await hasDrafts(made), false);
    }),
);

async function hasDrafts(folder: string): Promise<boolean> {
  return (await Array.fromAsync(Deno.readDir(folder))).some(({ name }) => name === ".new");
}
