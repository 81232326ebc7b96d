import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { readLastLines } from "@/lib/logs/last_lines.ts";
import { startApp } from "@/tests/support/app.ts";

Deno.test("readLastLines() returns the last 200 lines", async () => {
  const lines = Array.from({ length: 300 }, (_, i) => `line ${i} ä`);
  assertEquals(await read(`${lines.join("\n")}\n`), lines.slice(100));
  assertEquals([await read(""), await read("\n"), await read("a"), await read("a\n\nb\n")], [[], [""], ["a"], [
    "a",
    "",
    "b",
  ]]);
});

Deno.test("readLastLines() reads the last 256 KiB, and no part of a line that began before", async () => {
  const long = "a".repeat(100 * 1024);
  assertEquals(await read(`${long}1\n${long}2\n${long}3\n`), [`${long}2`, `${long}3`]);
  assertEquals(await read(`${long}${long}${long}\nend\n`), ["end"]);
});

Deno.test("GET /api/v1/static/logs/{fileName} has the lines of a log, and nobody stores them", async () => {
  await using app = await startApp({}, {
    async prepare(dataFolder) {
      await Deno.mkdir(join(dataFolder, "logs/folder.log"), { recursive: true });
      await Deno.writeTextFile(join(dataFolder, "logs/2026-01-31.log"), "one\ntwo\n");
      for (const name of ["notes.txt", ".hidden.log"]) {
        await Deno.writeTextFile(join(dataFolder, "logs", name), "secret\n");
      }
      await Deno.symlink("/etc/hostname", join(dataFolder, "logs/link.log"));
    },
  });
  const response = await app.fetch("/api/v1/static/logs/2026-01-31.log");
  assertEquals(response.headers.get("cache-control"), "no-store");
  const { modified, ...fields } = await response.json();
  assertEquals(new Date(modified).toISOString(), modified);
  assertEquals(fields, { success: true, status: 200, fileName: "2026-01-31.log", size: 8, lines: ["one", "two"] });
  for (const path of ["/api/v1/static/logs", "/api/v1/static/logs/"]) {
    const { files } = await (await app.fetch(path)).json();
    assertEquals(files, [{ name: "2026-01-31.log", path: "2026-01-31.log", type: "file", size: 8, modified }]);
  }
  for (const name of ["notes.txt", ".hidden.log", "link.log", "folder.log", "x.log", "..%2Flogs%2F2026-01-31.log"]) {
    const missing = await app.fetch(`/api/v1/static/logs/${name}`);
    assertEquals([missing.status, (await missing.json()).code], [404, "not_found"], name);
  }
});

Deno.test("FEATURES without logs hides the logs", async () => {
  await using app = await startApp({ FEATURES: "text" });
  assertEquals((await (await app.fetch("/api/v1/static/logs")).json()).code, "not_found");
  assertEquals((await (await app.fetch("/llms.txt")).text()).includes("/logs"), false);
});

async function read(text: string): Promise<string[]> {
  const path = await Deno.makeTempFile();
  await Deno.writeTextFile(path, text);
  const lines = await readLastLines(path, (await Deno.stat(path)).size);
  await Deno.remove(path);
  return lines;
}
