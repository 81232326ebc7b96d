import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { WatchedDocument } from "@/lib/launcher/watch.ts";
import { createLog } from "@/lib/log/log.ts";
import { StartupError } from "@/lib/process/settings.ts";
import { startApp } from "@/tests/support/app.ts";

Deno.test("WatchedDocument has the sample until there is a document, and then every valid change of it", async () => {
  await using test = await open();
  assertEquals(test.watched.data.news(1).total, 14);
  await test.write('{"news": []}');
  assertEquals(test.watched.data.news(1).total, 0);
  await test.write(documentWith("First"));
  assertEquals(test.watched.data.news(1).news[0]?.title, "First");
});

Deno.test("WatchedDocument keeps the last valid data, and the log names the field once", async () => {
  await using test = await open(documentWith("Good"));
  await test.write('{"news": [{"id": "a", "title": 5}]}');
  await test.watched.check();
  assertEquals(test.watched.data.news(1).news[0]?.title, "Good");
  assertEquals(test.lines.length, 1);
  assertMatch(test.lines[0]!, /launcher\.json": news\[0\]\.title: .*The last valid data stay in use/);
  await Deno.remove(test.path);
  await test.watched.check();
  await test.write(documentWith("Repaired"));
  assertEquals([test.watched.data.news(1).news[0]?.title, test.lines.length], ["Repaired", 1]);
});

Deno.test("WatchedDocument sees a file that replaces another of the same size and time", async () => {
  await using test = await open(documentWith("Old!"));
  const { mtime } = await Deno.stat(test.path);
  await Deno.writeTextFile(`${test.path}.new`, documentWith("New!"));
  await Deno.utime(`${test.path}.new`, mtime!, mtime!);
  await Deno.rename(`${test.path}.new`, test.path);
  await test.watched.check();
  assertEquals(test.watched.data.news(1).news[0]?.title, "New!");
});

Deno.test("WatchedDocument.open() throws a StartupError for an invalid document", async () => {
  await assertRejects(() => open("[]"), StartupError, 'launcher.json": Invalid input');
  await assertRejects(() => open('{"daily": [{}]}'), StartupError, "daily[0].date");
});

Deno.test("an invalid document does not stop a service without the launcher", async () => {
  const prepare = (dataFolder: string) => Deno.writeTextFile(`${dataFolder}/launcher.json`, "[]");
  await assertRejects(() => startApp({}, { prepare }), StartupError);
  await using app = await startApp({ FEATURES: "text" }, { prepare });
  assertEquals((await app.fetch("/api/v2/random/kaomoji/cat")).status, 200);
});

async function open(text?: string) {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "launcher.json");
  if (text !== undefined) await Deno.writeTextFile(path, text);
  const lines: string[] = [];
  const log = createLog({ level: "error", write: (line) => lines.push(line) });
  const watched = await WatchedDocument.open(path, log);
  return {
    watched,
    lines,
    path,
    async write(text: string) {
      await Deno.writeTextFile(path, text);
      await watched.check();
    },
    async [Symbol.asyncDispose]() {
      watched.close();
      await log.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function documentWith(title: string): string {
  const news = [{ id: "a", title, summary: "s", date: "2026-01-01", url: "https://example.com/" }];
  return JSON.stringify({ news });
}
