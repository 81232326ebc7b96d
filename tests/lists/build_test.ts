import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { build } from "@/lib/lists/task/build.ts";
import { parseConfig } from "@/lib/lists/task/config.ts";
import { FORMATS } from "@/lib/lists/task/formats.ts";
import { run, SAMPLE_FOLDER } from "@/lib/lists/task/main.ts";

const NAMES = Array.from({ length: 10 }, (_, i) => `ads${i}.example.com`);

Deno.test("deno task blocklist writes every format of a list", async () => {
  await using test = await start({
    "a.txt": "b.example.com\nA.example.com\n||x.a.example.com^\n",
    "b.txt": "0.0.0.0 c.net",
  });
  await test.build({
    allow: ["*.tracker.net"],
    lists: [{ name: "mine", title: "Mine", license: "MIT", sources: ["a.txt", "b.txt"] }],
  });
  const head = (comment: string, readers: string, entries: number) =>
    [`Title: Mine`, `For: ${readers}`, "License: MIT", "Expires: 4 days", `Entries: ${entries}`]
      .map((line) => `${comment} ${line}\n`).join("");
  // x.a.example.com is below a.example.com, so only the formats that block single names need it.
  assertEquals(
    await test.read("mine/adblock.txt"),
    "[Adblock Plus]\n" +
      head("!", "uBlock Origin, AdGuard, AdGuard Home, Pi-hole 6", 3) +
      "||a.example.com^\n||b.example.com^\n||c.net^\n",
  );
  assertEquals(
    await test.read("mine/dnsmasq.conf"),
    head("#", "dnsmasq", 3) + "local=/a.example.com/\nlocal=/b.example.com/\nlocal=/c.net/\n",
  );
  assertEquals(
    await test.read("mine/domains.txt"),
    head("#", "Blocky, scripts", 4) + "a.example.com\nb.example.com\nc.net\nx.a.example.com\n",
  );
  assertEquals(
    await test.read("mine/hosts.txt"),
    head("#", "hosts files, Pi-hole", 4) +
      "0.0.0.0 a.example.com\n0.0.0.0 b.example.com\n0.0.0.0 c.net\n0.0.0.0 x.a.example.com\n",
  );
});

Deno.test("deno task blocklist leaves out what is allowed: a name alone, or everything below it", async () => {
  await using test = await start({ "a.txt": "a.com\nx.a.com\nb.com\nx.b.com\ny.x.b.com" });
  await test.build({ allow: ["A.com", "*.b.com"], lists: [list("mine", "a.txt")] });
  assertEquals(await test.names("mine"), ["b.com", "x.a.com"]);
});

Deno.test("deno task blocklist downloads addresses, each once", async () => {
  let requests = 0;
  await using server = serve(() => (requests++, new Response("a.com\n")));
  await using test = await start({});
  const url = `http://127.0.0.1:${server.addr.port}/hosts`;
  await test.build({ lists: [list("one", url), list("two", url)] });
  assertEquals([await test.names("one"), await test.names("two"), requests], [["a.com"], ["a.com"], 1]);
});

Deno.test("deno task blocklist changes nothing if a source fails", async () => {
  await using server = serve((req) => new Response("<html>", { status: req.url.endsWith("/404") ? 404 : 200 }));
  await using test = await start({ "a.txt": NAMES.join("\n"), "empty.txt": "# nothing\n" });
  await test.build({ lists: [list("mine", "a.txt")] });
  const before = await test.list();
  const url = `http://127.0.0.1:${server.addr.port}`;
  const table = [
    [`${url}/404`, "its server responded with 404"],
    [url, "it contains no domain"],
    ["empty.txt", "it contains no domain"],
    ["missing.txt", 'Cannot read the source "missing.txt"'],
  ] as const;
  await Deno.writeTextFile(join(test.sources, "a.txt"), `new.com\n${NAMES.join("\n")}`);
  for (const [source, message] of table) {
    await assertRejects(() => test.build({ lists: [list("mine", "a.txt"), list("x", source)] }), Error, message);
    assertEquals(await test.list(), before);
  }
});

Deno.test("deno task blocklist changes nothing if a list lost more than a fifth", async () => {
  await using test = await start({ "a.txt": NAMES.join("\n"), "b.txt": "b.com" });
  await test.build({ lists: [list("mine", "a.txt"), list("other", "b.txt")] });
  await Deno.writeTextFile(join(test.sources, "a.txt"), NAMES.slice(3).join("\n"));
  await Deno.writeTextFile(join(test.sources, "b.txt"), "b.com\nc.com");
  const config = { lists: [list("other", "b.txt"), list("mine", "a.txt")] };
  await assertRejects(() => test.build(config), Error, 'list "mine": it would shrink from 10 to 7 names');
  assertEquals(await test.names("other"), ["b.com"]);
  await Deno.writeTextFile(join(test.sources, "a.txt"), NAMES.slice(2).join("\n"));
  await test.build(config);
  assertEquals([(await test.names("mine")).length, await test.names("other")], [8, ["b.com", "c.com"]]);
});

Deno.test("deno task blocklist keeps the time of files that do not change, and removes drafts of a killed run", async () => {
  await using test = await start({ "a.txt": "a.com" });
  await test.build({ lists: [list("mine", "a.txt")] });
  const file = join(test.folder, "mine/hosts.txt");
  await Deno.utime(file, 1, 1);
  await Deno.mkdir(join(test.folder, ".drafts/mine"), { recursive: true });
  await Deno.writeTextFile(join(test.folder, ".drafts/mine/hosts.txt"), "half");
  await test.build({ lists: [list("mine", "a.txt")] });
  assertEquals((await Deno.stat(file)).mtime?.getTime(), 1000);
  assertEquals(test.output.at(-1), "Nothing has changed");
  assert(!(await test.list()).includes(".drafts"));
});

Deno.test("deno task blocklist leaves whole files when it is killed, and the next run goes on", async () => {
  await using test = await start({ "a.txt": "a.com" });
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  const url = serveSlowly(asked.resolve, answer.promise);
  const config = (...sources: string[]) =>
    JSON.stringify({ lists: [list("mine", "a.txt"), list("other", ...sources)] });
  const write = (text: string) => Deno.writeTextFile(join(test.sources, "blocklist.json"), text);
  await write(config("a.txt"));
  await run(test.sources, () => {});
  await write(config(url.address));
  await Deno.writeTextFile(join(test.sources, "a.txt"), "b.com");
  const main = new URL("../../lib/lists/task/main.ts", import.meta.url).href;
  const code = `import { run } from "${main}"; await run(${JSON.stringify(test.sources)}, () => {});`;
  const args = ["eval", "--config", fromFileUrl(new URL("../../deno.json", import.meta.url)), code];
  const killed = new Deno.Command(Deno.execPath(), { args, stdout: "null", stderr: "null" }).spawn();
  await asked.promise;
  killed.kill("SIGKILL");
  await killed.status;
  const names = async (name: string) =>
    toNames(await Deno.readTextFile(join(test.sources, "generated", name, "domains.txt")));
  assertEquals([await names("mine"), await names("other")], [["a.com"], ["a.com"]]);
  // Its lock has ended with it.
  await write(config("a.txt"));
  await run(test.sources, () => {});
  assertEquals([await names("mine"), await names("other")], [["b.com"], ["b.com"]]);
  answer.resolve(new Response());
  await url.close();
});

Deno.test("parseConfig() names the wrong field", () => {
  const table: [unknown, string][] = [
    [{ lists: [{ ...list("Mine", "a.txt") }] }, "lists[0].name: must be lower-case letters"],
    [{ lists: [{ ...list("mine", "a.txt"), title: "a\nb.com" }] }, "lists[0].title: must be one line"],
    [{ lists: [{ ...list("mine", "a.txt"), sources: [] }] }, "lists[0].sources"],
    [{ lists: [list("mine", "a.txt"), list("mine", "b.txt")] }, "lists: must have different names"],
    [{ allow: ["co.uk"], lists: [list("mine", "a.txt")] }, "allow[0]: must be a domain"],
    [{ lists: [] }, "lists"],
    [{ lists: [list("mine", "a.txt")], force: true }, '"force"'],
  ];
  for (const [config, message] of table) {
    assertThrows(() => parseConfig(JSON.stringify(config), "blocklist.json"), TypeError, message);
  }
});

Deno.test("parseConfig() accepts the example of docs/lists.md", async () => {
  const guide = await Deno.readTextFile(new URL("../../docs/lists.md", import.meta.url));
  const [, example = ""] = /^```json\n(.*?)^```/ms.exec(guide) ?? [];
  assertEquals(parseConfig(example, "docs/lists.md").lists[0]?.name, "all");
});

Deno.test("the shipped lists are what the task makes of the shipped sources", async () => {
  const data = await Deno.makeTempDir();
  await run(data, () => {});
  const shipped = new URL("../../static/generated/", import.meta.url);
  for (const name of ["ads", "all", "tracking"]) {
    for (const { file } of FORMATS) {
      const text = await Deno.readTextFile(new URL(`${name}/${file}`, shipped));
      // To update them: run the task without data/, and copy data/generated to static/.
      assertEquals(text, await Deno.readTextFile(join(data, "generated", name, file)), `${name}/${file}`);
      assert(/^. Title: .*\(sample\)$/m.test(text) && text.includes("Description: A sample that comes with Pawkit"));
    }
  }
  await Deno.remove(data, { recursive: true });
});

Deno.test("deno task blocklist reads data/blocklist.json and the files beside it", async () => {
  await using test = await start({
    "blocklist.json": JSON.stringify({ lists: [list("mine", "a.txt")] }),
    "a.txt": "a.com",
  });
  await run(test.sources, (line) => test.output.push(line));
  assertEquals(await Deno.readTextFile(join(test.sources, "generated/mine/domains.txt")).then(toNames), ["a.com"]);
  assertEquals(test.output.slice(0, 2), ["Source a.txt: 1 names", "List mine: 1 names"]);
  assert(await Deno.stat(SAMPLE_FOLDER));
});

function list(name: string, ...sources: string[]) {
  return { name, title: name, sources };
}

function serve(handler: (req: Request) => Response): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handler);
}

function serveSlowly(onRequest: () => void, answer: Promise<Response>) {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => {
    onRequest();
    return answer;
  });
  return { address: `http://127.0.0.1:${server.addr.port}/`, close: () => server.shutdown() };
}

function toNames(text: string): string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

async function start(files: Record<string, string>) {
  const root = await Deno.makeTempDir();
  const folder = join(root, "generated");
  const sources = join(root, "sources");
  const output: string[] = [];
  await Deno.mkdir(sources);
  for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(sources, name), text);
  const read = (path: string) => Deno.readTextFile(join(folder, path));
  return {
    folder,
    sources,
    output,
    read,
    names: async (name: string) => toNames(await read(`${name}/domains.txt`)),
    list: async () => {
      const texts = await Array.fromAsync(Deno.readDir(folder), async ({ name, isDirectory }) => {
        if (!isDirectory) return name;
        const files = await Array.fromAsync(Deno.readDir(join(folder, name)), async (file) => {
          return `${name}/${file.name}: ${await read(`${name}/${file.name}`)}`;
        });
        return files.sort().join("\n");
      });
      return texts.sort().join("\n");
    },
    build: (config: unknown) =>
      build({
        config: parseConfig(JSON.stringify(config), "blocklist.json"),
        sources,
        folder,
        print: (line) => output.push(line),
      }),
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}
