import { assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { Program } from "@/tests/process/program.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));

/** What a copy of the project does not need, some of which is large or belongs to this machine. */
const NOT_COPIED = ["tests", "data", "node_modules", "coverage", ".env"];

async function copy(from: string, to: string): Promise<void> {
  if ((await Deno.stat(from)).isFile) return await Deno.copyFile(from, to);
  await Deno.mkdir(to, { recursive: true });
  for await (const { name } of Deno.readDir(from)) {
    if (!NOT_COPIED.includes(name)) await copy(join(from, name), join(to, name));
  }
}

Deno.test("deno task start serves from a folder with a blank in its path, and stops with exit code 0", async () => {
  const folder = await Deno.makeTempDir();
  const project = join(folder, "a blank");
  await copy(ROOT, project);
  let picture = new Uint8Array();
  await using source = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => new Response(picture));
  const privateHost = `127.0.0.1:${source.addr.port}`;
  const settings = { PORT: "0", HOST: "127.0.0.1", PRIVATE_HOSTS: privateHost };
  const service = new Program(["task", "start"], { cwd: project, env: settings });
  const origin = await service.find(/http:\/\/127\.0\.0\.1:\d+(?=\/)/);

  const kaomoji = await fetch(`${origin}/api/v1/kaomoji/cat`);
  assertEquals(kaomoji.status, 200);
  assertMatch((await kaomoji.json()).message, /\S/);
  const png = await fetch(`${origin}/cat/Ada.png`);
  assertEquals([png.status, png.headers.get("content-type")], [200, "image/png"]);
  picture = await png.bytes();
  const filtered = await fetch(`${origin}/api/v1/filter/invert?image=http://${privateHost}/`);
  assertEquals([filtered.status, filtered.headers.get("content-type")], [200, "image/png"]);
  await filtered.body?.cancel();

  assertEquals(await service.stop("SIGTERM"), 0);
  const logs = join(project, "data", "logs");
  const lines: string[] = [];
  for await (const { name } of Deno.readDir(logs)) lines.push(await Deno.readTextFile(join(logs, name)));
  assertMatch(lines.join(""), /^[\d-]{10}T[\d:.]{12}Z GET \/api\/v1\/kaomoji\/\{endpoint\} 200 [\d.]+ ms \S+$/m);
  await Deno.remove(folder, { recursive: true });
});
