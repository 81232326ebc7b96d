import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { createFile, startWiki } from "./wiki.ts";

const MAIN = new URL("../../../lib/photos/main.ts", import.meta.url).pathname;

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
  assertEquals([code, out], [0, "cat: 1 of 1 pictures, 1 new\n"]);
  assertEquals(err, "cat [####################] 1/1 Cat no 1\n");
  wiki.files[0]!.isMissing = true;
  await Deno.writeTextFile(join(into, "animals/cat.json"), '["http://localhost/x.png"]');
  const checked = await runCommand([...args, "--check", "--contact", "me@paw.example"]);
  assertEquals(checked.code, 1);
  assertMatch(
    checked.out,
    /^cat: 1 pictures removed, 1 URLs dead\n {2}Cat no 1: .+\n {2}http:.+private name/s,
  );
  await Deno.remove(into, { recursive: true });
});

Deno.test("deno task photos stops on SIGINT, stores what it has, and continues later", async () => {
  const into = await Deno.makeTempDir();
  const serials = [1, 2, 3, 4, 5];
  await using wiki = startWiki(await Promise.all(serials.map((serial) => createFile(serial))));
  const args = ["--kind", "cat", "--count", "5", "--into", into, "--api", wiki.api, "--category", "Cats"];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-all", MAIN, ...args, "--contact", "me@paw.example"],
    stdout: "null",
    stderr: "piped",
  }).spawn();
  wiki.fault = (serial) => {
    // The second picture is being downloaded.
    if (serial === 4) child.kill("SIGINT");
    return undefined;
  };
  const { code, stderr } = await child.output();
  assertEquals(code, 130);
  assertMatch(new TextDecoder().decode(stderr), /Stopped\..+the same command continues/);
  // One request a second is sent, so that most pictures are still missing.
  const stored = (await Array.fromAsync(Deno.readDir(join(into, "animals/cat")))).length;
  assert(stored >= 3 && stored < 7, `${stored}`);
  await Deno.remove(into, { recursive: true });
});
