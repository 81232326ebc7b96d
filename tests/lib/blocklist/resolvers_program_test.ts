import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { readSerial } from "@/lib/blocklist/serial.ts";
import { startApp } from "@/tests/app.ts";
import { findFreePort } from "@/tests/free_port.ts";
import { findProgram, ifInstalled } from "@/tests/programs.ts";
import { askDns, type DnsServer, startServer, startUpstream, UPSTREAM_ADDRESS } from "./dns.ts";
import { NOW, withWorkshop, type Workshop } from "./fixture.ts";
import { buildRealList, makeRealList, type Question } from "./real_list.ts";

// Real DNS servers load the generated files and answer questions about hundreds of names.

/** Enough that a zone is transferred in several messages of 64 KB. */
const NAMES = 3_000;

/** The ports of a server and of the one that it forwards to. */
interface Ports {
  readonly port: number;
  readonly upstream: number;
}

type Start = (workshop: Workshop, ports: Ports) => Promise<DnsServer>;

async function assertAnswers(port: number, questions: readonly Question[]): Promise<void> {
  const answers = await askDns(port, questions.map(({ domain }) => domain));
  const wrong = questions.filter(({ domain, isBlocked }) => {
    return answers.get(domain) !== (isBlocked ? "NXDOMAIN" : UPSTREAM_ADDRESS);
  });
  const samples = wrong.slice(0, 5).map((question) => ({ ...question, answer: answers.get(question.domain) }));
  assertEquals(samples, [], `${wrong.length} of ${questions.length} answers are wrong`);
}

async function testServer(start: Start): Promise<void> {
  await withWorkshop(async (workshop) => {
    const list = makeRealList(NAMES);
    assert(list.questions.length > 500, `only ${list.questions.length} questions`);
    await buildRealList(workshop, list);
    await using upstream = await startUpstream();
    const port = findFreePort();
    await using _ = await start(workshop, { port, upstream: upstream.port });
    await assertAnswers(port, list.questions);
  });
}

Deno.test(
  ifInstalled("dnsmasq", "dnsmasq.conf: dnsmasq answers hundreds of questions right"),
  () =>
    testServer(({ out }, { port, upstream }) => {
      const args = "--keep-in-foreground --log-facility=- --no-resolv --no-hosts --pid-file --user=root".split(" ");
      const addresses = `--listen-address=127.0.0.1 --bind-interfaces --server=127.0.0.1#${upstream}`.split(" ");
      const file = `--conf-file=${out}/one/dnsmasq.conf`;
      return startServer(findProgram("dnsmasq")!, [...args, `--port=${port}`, ...addresses, file], /using nameserver/);
    }),
);

Deno.test(
  ifInstalled("unbound", "unbound.conf: Unbound answers hundreds of questions right"),
  () =>
    testServer((workshop, ports) => {
      return startUnbound(workshop, ports, {
        list: `include: "${workshop.out}/one/unbound.conf"`,
        modules: "iterator",
      });
    }),
);

Deno.test(
  ifInstalled("unbound", "rpz.zone: Unbound fetches it from /generated and answers hundreds of questions right"),
  () =>
    testServer(async (workshop, ports) => {
      await using call = await startApp({ GENERATED_DIR: workshop.out });
      // Unbound writes the port of a URL after an at sign, also into Host, which a proxy on port 80 would not see.
      const proxy: Deno.ServeHandler = ({ url }) => call(new URL(url).pathname);
      await using service = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, proxy);
      const url = `http://127.0.0.1@${service.addr.port}/generated/one/rpz.zone`;
      const list = `rpz:\n  name: "rpz"\n  zonefile: "copy.zone"\n  url: "${url}"`;
      const server = await startUnbound(workshop, ports, { list, modules: "respip iterator" });
      await server.waitFor(/auth zone rpz\. updated to serial/);
      return server;
    }),
);

interface UnboundOptions {
  /** The lines of the configuration about the list. */
  readonly list: string;
  readonly modules: string;
}

async function startUnbound(
  { folder }: Workshop,
  { port, upstream }: Ports,
  { list, modules }: UnboundOptions,
): Promise<DnsServer> {
  const config = join(folder, "main.conf");
  const options = [
    `interface: 127.0.0.1@${port}`,
    `directory: "${folder}"`,
    `module-config: "${modules}"`,
    ...["do-daemonize", "use-syslog", "do-not-query-localhost"].map((name) => `${name}: no`),
    ...["chroot", "username", "pidfile", "logfile"].map((name) => `${name}: ""`),
    // It reports that it has loaded a zone only at this level.
    `verbosity: ${list.startsWith("rpz") ? 4 : 1}`,
  ].map((line) => `  ${line}\n`).join("");
  const forward = `forward-zone:\n  name: "."\n  forward-addr: 127.0.0.1@${upstream}\n`;
  await Deno.writeTextFile(config, `server:\n${options}${forward}remote-control:\n  control-enable: no\n${list}\n`);
  return await startServer(findProgram("unbound")!, ["-d", "-c", config], /start of service/);
}

Deno.test(
  ifInstalled("named", "rpz.zone: BIND answers hundreds of questions right"),
  () =>
    testServer(({ folder, out }, ports) => {
      return startBind(join(folder, "primary"), ports, `type primary; file "${out}/one/rpz.zone";`);
    }),
);

async function startBind(folder: string, { port, upstream }: Ports, zone: string): Promise<DnsServer> {
  const config = join(folder, "named.conf");
  await Deno.mkdir(folder);
  const text = `
options {
  directory "${folder}"; pid-file none; session-keyfile none; lock-file none;
  listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
  recursion yes; dnssec-validation no; forward only; forwarders { 127.0.0.1 port ${upstream}; };
  notify explicit; notify-delay 0; serial-query-rate 1000; notify-rate 1000; startup-notify-rate 1000;
  response-policy { zone "rpz" log no min-update-interval 0; } qname-wait-recurse no;
};
controls { };
zone "rpz" { allow-query { any; }; ${zone} };
`;
  await Deno.writeTextFile(config, text);
  return await startServer(findProgram("named")!, ["-g", "-n", "1", "-c", config], /rpz: rpz: reload done/);
}

Deno.test(
  ifInstalled("named", "rpz.zone: a BIND secondary follows its primary over three versions"),
  () =>
    withWorkshop(async (workshop) => {
      const lists = Array.from({ length: 3 }, (_, index) => makeRealList(2_000 + index * 500, index + 1));
      await buildRealList(workshop, lists[0]!);
      const zone = `${workshop.out}/one/rpz.zone`;
      await using upstream = await startUpstream();
      const [first, second] = [findFreePort(), findFreePort()];
      await using primary = await startBind(
        join(workshop.folder, "primary"),
        { port: first, upstream: upstream.port },
        `type primary; file "${zone}"; allow-transfer { any; }; also-notify { 127.0.0.1 port ${second}; };`,
      );
      await using secondary = await startBind(
        join(workshop.folder, "secondary"),
        { port: second, upstream: upstream.port },
        `type secondary; file "rpz.db"; primaries { 127.0.0.1 port ${first}; };`,
      );
      const serials: number[] = [];
      for (const [index, list] of lists.entries()) {
        // The clock runs backwards, and the serial must increase all the same.
        if (index > 0) await buildRealList(workshop, list, NOW - index * 1000);
        const serial = (await readSerial(zone))!;
        serials.push(serial);
        if (index > 0) {
          primary.reload();
          await secondary.waitFor(new RegExp(`transferred serial ${serial}`));
          await secondary.waitFor(/rpz: rpz: reload done/);
        }
        assertEquals((await askDns(second, ["rpz"], "SOA")).get("rpz"), String(serial));
        const isLast = index === lists.length - 1;
        await assertAnswers(second, list.questions.filter((_, at) => isLast || at % 20 === 0));
      }
      assertEquals(serials, lists.map((_, index) => NOW / 1000 + index));
    }),
);
