import { assertEquals, assertGreater } from "@std/assert";
import { join } from "@std/path";
import { loadConfig } from "@/fresh.config.ts";
import { startLog } from "@/lib/logging/log.ts";
import { closeServices, createServices } from "@/lib/services.ts";
import { createApp } from "@/lib/app.ts";
import { Screen } from "./logging.ts";

const TOKEN = "token-of-the-operator-0123456789";
const ADDRESSES = ["203.0.113.77", "2001:db8:7:7:aaaa::1"];
const HIDDEN = "hidden-in-a-query";

const PATHS = [
  "/",
  "/healthz",
  "/api/v1/uptime",
  `/api/v1/uptime?secret=${HIDDEN}`,
  "/api/v2/random/animal/cat?seed=1",
  "/api/v2/random/animal/none",
  `/api/v1/filter/blur?image=https://user:${HIDDEN}@127.0.0.1/a.png?key=${HIDDEN}`,
  `/api/v2/filter/invert?image=${encodeURIComponent(`https://127.0.0.1/a.png?key=${HIDDEN}`)}`,
  `/api/v2/filter/invert?image=data:image/png;base64,${HIDDEN}`,
  `/filter/https%3A%2F%2Fpictures.example%2Fa.png%3Fkey%3D${HIDDEN}`,
  "/api/v1/static/logs/none.log",
  "/api/%zz",
  "/api/v5/app/operator/status",
  "/api/v5/app/operator/bans",
];

Deno.test("the logs of mixed traffic contain no address, token or query of an image URL, and name only banned clients", async () => {
  const dir = await Deno.makeTempDir();
  const config = loadConfig({ get: (name) => ({ OPERATOR_TOKEN: TOKEN, LOGS_DIR: dir })[name] }, false);
  const services = await createServices(config);
  const handler = createApp(services).handler();
  const console = new Screen();
  const { clientNames: clients } = services;
  const secrets = [TOKEN];
  const files = { dir, maxBytes: 2 ** 30 };
  const log = await startLog({ level: "debug", format: "text", files, secrets, clients, console });
  services.writeAccess = log.writeAccess;
  for (let round = 0; round < 12; round++) {
    for (const [i, path] of PATHS.entries()) {
      const headers = { authorization: `Bearer ${round === 0 ? TOKEN : "wrong"}`, referer: `http://x/?${HIDDEN}` };
      const remoteAddr = { transport: "tcp" as const, hostname: ADDRESSES[i % 2]!, port: 1 };
      const info = { remoteAddr, completed: Promise.resolve() };
      await (await handler(new Request(`http://paw.example${path}`, { headers }), info)).body?.cancel();
    }
  }
  await closeServices(services);
  await log.close();
  const readFiles = async (folder: string) => {
    const files = (await Array.fromAsync(Deno.readDir(folder))).filter(({ isFile }) => isFile);
    return (await Promise.all(files.map(({ name }) => Deno.readTextFile(join(folder, name))))).join("");
  };
  const [served, hidden] = [await readFiles(dir), await readFiles(join(dir, "private"))];
  const names = new Set(hidden.match(/(?<="client":")\w+/g));
  assertEquals([names.size, hidden.match(/Banned a client/g)?.length, served.match(/"client"/g)], [2, 2, null]);
  const everything = [console.text, served, hidden].join("");
  for (const name of names) assertEquals((console.text + served).includes(name), false);
  assertGreater(everything.split("\n").length, 2 * 11 * PATHS.length);
  for (const secret of [...ADDRESSES, "2001:db8:7:7", TOKEN, HIDDEN]) {
    assertEquals(everything.split("\n").find((line) => line.includes(secret)), undefined);
  }
  await Deno.remove(dir, { recursive: true });
});
