/**
 * Records what version 4 answers, for the tests of version 5. It is an instance of commit 7979787f with RATE_LIMIT=off:
 *
 *     deno run -A tests/oracle/record.ts http://127.0.0.1:4004
 *
 * It writes answers.json (the requests of requests.txt) and drawings.json (the digests of SVG documents).
 */
import { ask, digest, expandRequests } from "./answer.ts";
import { createNames, createRandom } from "./names.ts";

/** The kinds, in the order in which drawings.json has the digests of a name that is drawn as each of them. */
const KINDS = ["cat", "dog", "fox", "fish", "alpaca", "bird"];
/** A change hits many drawings, so that a few digits of each digest suffice. */
const DIGITS = 6;
const NAMES = createNames(2000);
/** Children and looks have short names, so that the file stays small. */
const SHORT_NAMES = NAMES.filter((name) => escape(name).length <= 12);

const [origin = "http://127.0.0.1:4004"] = Deno.args;
const send = (path: string, init?: RequestInit) => fetch(origin + path, init);
const random = createRandom(5);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

await writeLines("answers.json", await recordAnswers());
await writeLines("drawings.json", [
  ...await recordKinds(),
  ...await recordChildren(),
  ...await recordLooks(),
]);

async function recordAnswers(): Promise<unknown[]> {
  const requests = expandRequests(await Deno.readTextFile(new URL("requests.txt", import.meta.url)));
  const answers: unknown[] = [];
  for (const request of requests) answers.push([request, ...await ask(request, send)]);
  return answers;
}

/** Each name as each kind: `["*", names, "", digests]`. */
async function recordKinds(): Promise<unknown[]> {
  const lines: unknown[] = [];
  for (const name of NAMES) {
    const digests: string[] = [];
    for (const kind of KINDS) digests.push(await drawDigest(kind, [name]));
    lines.push(["*", [name], "", digests.join(" ")]);
  }
  return lines;
}

/** Two parents each, of one kind: `[kind, names, "", digest]`. */
function recordChildren(): Promise<unknown[]> {
  return recordEach(
    NAMES.map((_, i) => [KINDS[i % KINDS.length]!, [SHORT_NAMES[i % SHORT_NAMES.length]!, pick(SHORT_NAMES)], ""]),
  );
}

/** Every trait, pairs of traits, of which some exclude each other, faces, motion, backgrounds and corners. */
async function recordLooks(): Promise<unknown[]> {
  const traits: [kind: string, query: string][] = [];
  for (const kind of KINDS) traits.push(...(await readTraits(kind)).map((query) => [kind, query] as [string, string]));
  const pairs = traits.map(([kind, query]): [string, string] => {
    const [, other] = pick(traits.filter((each) => each[0] === kind && each[1].split("=")[0] !== query.split("=")[0]));
    return [kind, `${query}&${other}`];
  });
  const backgrounds = ["none", "ff8800", "ff8800-0088ff"];
  const scenes = ["mint", "hearts", "mint-hearts", "butter-yellow-hills", "plain", "sky-blue-clouds", "rose-leaves"];
  const others = KINDS.flatMap((kind) => [
    ...[...backgrounds, ...(kind === "fish" ? [] : scenes)].map((word) => [kind, `background=${word}`]),
    ...["1", "64", "256", "2048", "max"].map((radius) => [kind, `radius=${radius}`]),
    ...["view=face&radius=max", "view=face&background=none", "view=face&motion=on&radius=20"].map((
      query,
    ) => [kind, query]),
  ]) as [string, string][];
  const looks = [...traits, ...pairs.slice(0, 300), ...others];
  for (let i = 0; i < 250; i++) looks.push([pick(KINDS), "view=face"], [pick(KINDS), "motion=on"]);
  return await recordEach(
    looks.map((
      [kind, query],
      i,
    ) => [kind, i % 4 === 0 ? [pick(SHORT_NAMES), pick(SHORT_NAMES)] : [pick(SHORT_NAMES)], query]),
  );
}

/** Returns every trait of a kind, such as `coat=ginger`. Version 4 says which words it knows if it gets a wrong one. */
async function readTraits(kind: string): Promise<string[]> {
  const { item } = await (await send(`/${kind}/Ada.json`)).json();
  const traits: string[] = [];
  for (const name of Object.keys(item.traits)) {
    const { details } = await (await send(`/${kind}/Ada.svg?${name}=-`)).json();
    traits.push(...details.allowed.map((word: string) => `${name}=${word.replaceAll(" ", "-")}`));
  }
  return traits;
}

async function recordEach(drawings: (readonly [kind: string, names: string[], query: string])[]): Promise<unknown[]> {
  const lines: unknown[] = [];
  for (const [kind, names, query] of drawings) lines.push([kind, names, query, await drawDigest(kind, names, query)]);
  return lines;
}

/** Returns the digest of a drawing, or `refused` for traits that exclude each other. */
async function drawDigest(kind: string, names: readonly string[], query = ""): Promise<string> {
  const path = `/${kind}/${names.map(encodeURIComponent).join("+")}.svg?${query}`;
  const response = await send(path);
  const body = await response.text();
  if (response.status === 400 && query.includes("&")) return "refused";
  if (response.status !== 200) throw new Error(`Cannot record ${path}: must be answered with 200, got ${body}`);
  return (await digest(body)).slice(0, DIGITS);
}

/** Writes an array, one entry a line, sorted. */
async function writeLines(name: string, entries: readonly unknown[]): Promise<void> {
  const lines = entries.map((entry) => escape(JSON.stringify(entry)));
  const text = `[\n${[...new Set(lines)].sort().join(",\n")}\n]\n`;
  await Deno.writeTextFile(new URL(name, import.meta.url), text);
}

/** Escapes the characters that nobody sees. */
function escape(text: string): string {
  return text.replace(/\p{C}|(?! )\p{Z}/gu, (character) => {
    return character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
  });
}
