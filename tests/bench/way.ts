// deno-lint-ignore-file no-console -- a program that prints

// Counts the files that run on the main thread for one request: those in which a request with another name executes
// something. The packages that draw and filter are left out. Usage, with other checkouts to compare with:
//
//   deno run --lock=tests/deno.lock --allow-all tests/bench/way.ts . ../other-checkout

import { join, toFileUrl } from "@std/path";

/** The requests, by what they ask for. */
const REQUESTS: Readonly<Record<string, (name: string) => string>> = {
  "JSON": (name) => `/api/v2/random/animal/cat?seed=${name}`,
  "a drawing": (name) => `/cat/${name}.png`,
  "a filter of our own animal": (name) => `/api/v2/filter/blur?image=/cat/${name}.png`,
};

/** The files that are not counted: packages, and what runs in workers. */
const LEFT_OUT = /^lib\/(images|content\/animals|animals)\/|\/(worker|run_job)\.ts$/;

/** The name in which this program calls itself to send requests. */
const SEND = "--send";

interface Script {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
}

if (Deno.args[0] === SEND) await sendRequests(Deno.args[1]!);
else for (const checkout of Deno.args) await printWays(Deno.realPathSync(checkout));

async function printWays(checkout: string): Promise<void> {
  for (const [what, toPath] of Object.entries(REQUESTS)) {
    const [once, twice] = [await countCalls(checkout, toPath, 2), await countCalls(checkout, toPath, 3)];
    const files = [...twice].filter(([file, calls]) => calls !== once.get(file)).map(([file]) => file).sort();
    console.log(`${checkout}: ${files.length} files for ${what}\n  ${files.join("\n  ")}`);
  }
}

/** Sends some requests in a new process, and returns how often the functions of each file were called. */
async function countCalls(
  checkout: string,
  toPath: (name: string) => string,
  count: number,
): Promise<Map<string, number>> {
  const folder = await Deno.makeTempDir();
  const program = import.meta.filename!;
  const paths = Array.from({ length: count }, (_, i) => toPath(`Ada${i}`)).join(" ");
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--config=deno.json",
      "--no-lock",
      "--no-check",
      "--allow-all",
      `--coverage=${folder}`,
      program,
      SEND,
      paths,
    ],
    cwd: checkout,
    env: { FILTER_WORKERS: "1", RATE_LIMIT: "1200" },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const root = toFileUrl(`${checkout}/`).href;
  const calls = new Map<string, number>();
  for (const { name } of Deno.readDirSync(folder)) {
    const text = await Deno.readTextFile(join(folder, name));
    // That of a worker that was stopped while it was written.
    if (text === "") continue;
    const { url, functions }: Script = JSON.parse(text);
    if (!url.startsWith(root)) continue;
    const file = url.slice(root.length);
    if (!/^(lib|routes)\//.test(file) || LEFT_OUT.test(file)) continue;
    const sum = functions.reduce((total, { ranges }) => total + ranges[0]!.count, 0);
    calls.set(file, (calls.get(file) ?? 0) + sum);
  }
  await Deno.remove(folder, { recursive: true });
  return calls;
}

/** Sends requests to the service of the working folder, in memory. */
async function sendRequests(paths: string): Promise<void> {
  const load = (path: string) => import(toFileUrl(join(Deno.cwd(), path)).href);
  const [{ loadConfig }, { createServices, closeServices }, { createApp }] = [
    await load("fresh.config.ts"),
    await load("lib/services.ts"),
    await load("lib/app.ts"),
  ];
  const services = await createServices(loadConfig());
  const handler = createApp(services).handler();
  const info = { remoteAddr: { transport: "tcp", hostname: "203.0.113.9", port: 1 }, completed: Promise.resolve() };
  for (const path of paths.split(" ")) {
    const response = await handler(new Request(`http://localhost${path}`), info);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    await response.bytes();
  }
  await closeServices(services);
  Deno.exit(0);
}
