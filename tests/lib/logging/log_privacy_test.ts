import { assertEquals, assertGreater, assertStringIncludes } from "@std/assert";
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

/** Sends each path twelve times, alternating between two clients. Only the first time the token is right. */
async function sendMixedTraffic(handler: Deno.ServeHandler): Promise<void> {
  for (let round = 0; round < 12; round++) {
    for (const [i, path] of PATHS.entries()) {
      const referer = `http://${HIDDEN}@${ADDRESSES[i % 2]}/?${HIDDEN}`;
      const headers = { authorization: `Bearer ${round === 0 ? TOKEN : "wrong"}`, referer };
      const remoteAddr = { transport: "tcp" as const, hostname: ADDRESSES[i % 2]!, port: 1 };
      const info = { remoteAddr, completed: Promise.resolve() };
      await (await handler(new Request(`http://paw.example${path}`, { headers }), info)).body?.cancel();
    }
  }
}

const BANS = "/api/v5/app/operator/bans";

/** What an operator may send to lift bans, also with mistakes: a slash that is not escaped, another case, a wrong path. */
const LIFTED = [
  `${BANS}/203.0.113.77`,
  `${BANS}/203.0.113.77/`,
  `/${BANS}//203.0.113.77`,
  `${BANS}/2001:db8:7:7::%2F64`,
  `${BANS}/2001%3Adb8%3A7%3A7%3A%3A%2F64`,
  `${BANS}/2001:db8:7:7::/64`,
  `${BANS.toUpperCase()}/203.0.113.77`,
  "/api/v5/app/operator/ban/203.0.113.77",
];

/** Sends a request to lift each of the bans, with the right token, from an address of the operator. */
async function liftBans(handler: Deno.ServeHandler): Promise<number[]> {
  return await Array.fromAsync(LIFTED, async (path) => {
    const remoteAddr = { transport: "tcp" as const, hostname: "198.51.100.1", port: 1 };
    const init = { method: "DELETE", headers: { authorization: `Bearer ${TOKEN}` } };
    const info = { remoteAddr, completed: Promise.resolve() };
    const response = await handler(new Request(`http://paw.example${path}`, init), info);
    await response.body?.cancel();
    return response.status;
  });
}

Deno.test("log files name no client; they and the console contain no token and no query of an image URL", async () => {
  const dir = await Deno.makeTempDir();
  const config = loadConfig({ get: (name) => ({ OPERATOR_TOKEN: TOKEN, LOGS_DIR: dir })[name] }, false);
  const services = await createServices(config);
  const console = new Screen();
  const files = { dir, maxBytes: 2 ** 30 };
  const log = await startLog({ level: "debug", format: "text", files, secrets: [TOKEN], console });
  services.logRequest = log.logRequest;
  const handler = createApp(services).handler();
  await sendMixedTraffic(handler);
  assertEquals((await liftBans(handler)).slice(0, 4).filter((status) => status === 200).length, 2);
  await closeServices(services);
  await log.close();
  const names = await Array.fromAsync(Deno.readDir(dir), ({ name }) => name);
  const served = (await Promise.all(names.map((name) => Deno.readTextFile(join(dir, name))))).join("");
  for (const text of [served, console.text]) {
    assertEquals(text.match(/Banned a client/g)?.length, 2);
    assertEquals(text.match(/Lifted the ban of a client/g)?.length, 2);
    // Both are banned in the last round but one, and refused requests have no line.
    assertGreater(text.split("\n").length, 9 * PATHS.length);
    for (const secret of [TOKEN, HIDDEN]) assertEquals(findLine(text, secret), undefined);
  }
  for (const client of [...ADDRESSES, "2001:db8:7:7", "2001%3Adb8", "198.51.100.1"]) {
    assertEquals(findLine(served, client), undefined);
  }
  for (const client of ["203.0.113.77", "2001:db8:7:7::/64"]) assertStringIncludes(console.text, client);
  await Deno.remove(dir, { recursive: true });
});

function findLine(text: string, part: string): string | undefined {
  return text.split("\n").find((line) => line.includes(part));
}
