import { assert, assertEquals } from "@std/assert";
import { type Answer, ask } from "@/tests/oracle/answer.ts";
import answers from "@/tests/oracle/answers.json" with { type: "json" };
import { startApp } from "@/tests/support/app.ts";

/** What version 4 answered: a request, and its answer. */
type Recorded = [request: string, ...answer: Answer];

/** A line of differences.txt: `request | aspect | reason` or `request | aspect = new value | reason`, `*` is any text. */
interface Row {
  readonly line: string;
  readonly request: RegExp;
  readonly aspect: RegExp;
}

/** An answer of version 5 beside the one of version 4. */
interface Pair {
  readonly request: string;
  readonly old: Answer;
  readonly now: Answer;
}

const ROWS = (await readLines("../differences.txt")).map((line): Row => {
  const [request = "", aspect = "", reason = ""] = line.split(" | ");
  if (reason === "") throw new Error(`Cannot read differences.txt: a row needs a reason, got ${line}`);
  return { line, request: toPattern(request), aspect: toPattern(aspect.includes(" = ") ? aspect : `${aspect} = *`) };
});
const PAIRS = await askAll();

Deno.test("version 5 answers as version 4 did, but for the rows of differences.txt", () => {
  const unexplained = PAIRS.flatMap(({ request, old, now }) => {
    return findDifferences(old, now)
      .filter((difference) => !ROWS.some((row) => row.request.test(request) && isOf(row, difference)))
      .map(([aspect, before, after]) =>
        `${request} | ${aspect}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`
      );
  });
  const first = unexplained.slice(0, 30).join("\n");
  assert(unexplained.length === 0, `${unexplained.length} differences have no row. The first are:\n${first}`);
});

Deno.test("every row of differences.txt is needed", () => {
  const idle = ROWS.filter((row) => {
    const pairs = PAIRS.filter(({ request }) => row.request.test(request));
    return !pairs.some(({ old, now }) => findDifferences(old, now).some((each) => isOf(row, each)));
  });
  assertEquals(idle.map(({ line }) => line), []);
});

async function askAll(): Promise<Pair[]> {
  await using app = await startApp();
  const pairs: Pair[] = [];
  for (const [request, ...old] of answers as unknown as Recorded[]) {
    pairs.push({ request, old, now: await ask(request, app.fetch) });
  }
  return pairs;
}

type Difference = [aspect: string, before: unknown, after: unknown];

function isOf(row: Row, [aspect, , after]: Difference): boolean {
  return row.aspect.test(`${aspect} = ${after ?? "nothing"}`);
}

/** Returns what differs. An answer with another status or type has nothing else to compare. */
function findDifferences(old: Answer, now: Answer): Difference[] {
  if (old[0] !== now[0]) return [["status", old[0], now[0]]];
  if (old[1] !== now[1]) return [["type", old[1], now[1]]];
  const [before, after] = [old, now].map(([, , headers, body]) => {
    const fields = typeof body === "object" ? flatten("field:", body) : [["body", body]];
    return Object.fromEntries([
      ...Object.entries(headers).map(([name, value]) => [`header:${name}`, value]),
      ...fields,
    ]);
  });
  const aspects = new Set([...Object.keys(before!), ...Object.keys(after!)]);
  return [...aspects].map((aspect): Difference => [aspect, before![aspect], after![aspect]])
    .filter(([aspect, one, other]) => one !== other && !(aspect === "field:details.allowed" && hasAll(other, one)));
}

/** Returns whether a list of words has all of another one. A new filter or list is no difference. */
function hasAll(words: unknown, others: unknown): boolean {
  const known = new Set(String(words).split(", "));
  return String(others).split(", ").every((word) => known.has(word));
}

function flatten(path: string, value: unknown): [path: string, value: unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return [[path, value.join(", ")]];
  const dot = path.endsWith(":") ? "" : ".";
  return Object.entries(value).flatMap(([name, each]) => flatten(`${path}${dot}${name}`, each));
}

async function readLines(name: string): Promise<string[]> {
  const lines = (await Deno.readTextFile(new URL(name, import.meta.url))).split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

function toPattern(text: string): RegExp {
  return new RegExp(`^${text.split("*").map(RegExp.escape).join(".*")}$`);
}
