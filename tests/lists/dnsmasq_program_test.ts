import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { parseConfig } from "@/lib/lists/task/config.ts";
import { build } from "@/lib/lists/task/build.ts";

Deno.test("dnsmasq.conf blocks its names and everything below them, and nothing else", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(join(folder, "a.txt"), "ads.example.com\nxn--mnchen-3ya.de\n");
  const lists = [{ name: "mine", title: "Mine", sources: ["a.txt"] }];
  const config = parseConfig(JSON.stringify({ lists }), "blocklist.json");
  await build({ config, sources: folder, folder, print() {} });
  const port = findFreePort();
  // Every name that is not blocked has this address.
  const options = [
    "--keep-in-foreground",
    "--log-facility=-",
    "--no-resolv",
    "--no-hosts",
    "--pid-file",
    "--user=root",
  ];
  const addresses = [`--port=${port}`, "--listen-address=127.0.0.1", "--bind-interfaces", "--address=/#/192.0.2.1"];
  const args = [...options, ...addresses, `--conf-file=${join(folder, "mine/dnsmasq.conf")}`];
  await using server = new Deno.Command("dnsmasq", { args, stdout: "null", stderr: "piped" }).spawn();
  const log = server.stderr.pipeThrough(new TextDecoderStream()).getReader();
  // It writes its first line when it listens.
  await log.read();
  const ask = (name: string) => Deno.resolveDns(name, "A", { nameServer: { ipAddr: "127.0.0.1", port } });
  for (const name of ["example.com", "bads.example.com", "com"]) assertEquals(await ask(name), ["192.0.2.1"], name);
  for (const name of ["ads.example.com", "x.y.ads.example.com", "xn--mnchen-3ya.de"]) {
    await assertRejects(() => ask(name), Deno.errors.NotFound, undefined, name);
  }
  server.kill();
  await log.cancel();
  await Deno.remove(folder, { recursive: true });
});

function findFreePort(): number {
  using listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  return listener.addr.port;
}
