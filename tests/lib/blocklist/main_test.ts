import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { copyFolder, readSums, runCommand, SHIPPED } from "./command.ts";
import { withWorkshop } from "./fixture.ts";

Deno.test("deno task blocklist generates the shipped lists, byte for byte, in any time zone and language", () =>
  withWorkshop(async ({ folder }) => {
    // Only the serials of the zones have a history: an unchanged zone must keep its own.
    await copyFolder(SHIPPED, join(folder, "made"));
    const { code, stdout, log } = await runCommand(folder, [], { TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8" });
    assertEquals(code, 0);
    assertEquals(log, stdout);
    assertMatch(log, /^\d{4}-\d\d-\d\dT[\d:.]+Z blocklist written\n/);
    assertEquals(await readSums(join(folder, "made")), await readSums(SHIPPED));
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
    assertMatch(missing.stdout, /blocklist stopped: Cannot read the source "a" from a\.txt/);
    assertEquals(missing.log.includes(folder), false, "anyone may read the log");
  }));
