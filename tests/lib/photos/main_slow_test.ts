import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { createFile, startWiki } from "./wiki.ts";

const MAIN = import.meta.resolve("../../../lib/photos/main.ts");

async function runCommand(args: readonly string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-all", MAIN, ...args],
    env: { CONTACT: "", ...env },
  }).output();
  const [out = "", err = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, out, err };
}

Deno.test("deno task photos fills and checks a folder, with plain lines on a pipe", async () => {
  const into = await Deno.makeTempDir();
  await using wiki = startWiki([await createFile(1)]);
  const args = ["--kind", "cat", "--count", "1", "--into", into, "--api", wiki.api];
  assertMatch((await runCommand(args)).err, /^Cannot ask Wikimedia Commons: --contact or CONTACT must be/);
  const { code, out, err } = await runCommand([...args, "--category", "Cats"], { CONTACT: "mailto:me@paw.example" });
  assertEquals([code, out], [0, "cat: 1 of 1 pictures\n"]);
  assertEquals(err, "cat 1/1 Cat no 1\n");
  wiki.files[0]!.isMissing = true;
  await Deno.writeTextFile(join(into, "animals/cat.json"), '["http://localhost/x.png"]');
  const checked = await runCommand([...args, "--check", "--contact", "me@paw.example"]);
  assertEquals(checked.code, 1);
  assertMatch(
    checked.out,
    /^cat: 1 pictures removed, 1 URLs dead\ncat: Cat no 1: .+\ncat: http:.+private name/s,
  );
  await Deno.remove(into, { recursive: true });
});
