import { assertEquals } from "@std/assert";
import { startApp } from "@/tests/app.ts";
import { NAMED_DRAWINGS } from "@/tests/named_drawings.ts";
import { ifInstalled } from "@/tests/programs.ts";

/** Reads lists of arguments, and prints the SHA-256 of each drawing. */
const SCRIPT = `
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
const [module, args] = JSON.parse(readFileSync(0, "utf8"));
const { drawAnimal } = await import("data:text/javascript," + encodeURIComponent(module));
const hashes = args.map((each) => createHash("sha256").update(drawAnimal(...each)).digest("hex"));
process.stdout.write(JSON.stringify(hashes));
`;

Deno.test(ifInstalled("node", "GET /animals.js draws 600 animals like the service, in Node"), async () => {
  await using call = await startApp({ RATE_LIMIT: "off" });
  const module = await (await call("/animals.js")).text();
  const input = JSON.stringify([module, NAMED_DRAWINGS.map(({ args }) => args)]);
  const drawn = JSON.parse(await runNode(SCRIPT, input));
  assertEquals(drawn.length, 600);
  for (const [index, { path }] of NAMED_DRAWINGS.entries()) {
    const svg = await (await call(path)).bytes();
    assertEquals(drawn[index], new Uint8Array(await crypto.subtle.digest("SHA-256", svg)).toHex(), path);
  }
});

/** Runs a module in Node with an input, and returns what it prints. */
async function runNode(script: string, input: string): Promise<string> {
  const command = new Deno.Command("node", {
    args: ["--input-type=module", "--eval", script],
    stdin: "piped",
    stdout: "piped",
  });
  await using child = command.spawn();
  await new Blob([input]).stream().pipeTo(child.stdin);
  return await new Response(child.stdout).text();
}
