import { assert, assertEquals } from "@std/assert";
import { LIST_FORMATS, nameOf } from "@/lib/files/lists/formats.ts";
import { ListLookup } from "@/lib/files/lists/lookup.ts";
import { withWorkshop, type Workshop } from "@/tests/lib/blocklist/fixture.ts";
import { parseGravity, readClosest, type Reader, readWithAdGuard, readWithPihole } from "./readers.ts";
import { buildRealList, makeRealList, parentsOf, type Question } from "@/tests/lib/blocklist/real_list.ts";

// What AdGuard's engine and Pi-hole do with the generated files, and whether `cache?domain=` says the same.

const NAMES = 1_000;
const EXACT = LIST_FORMATS.filter(({ content }) => content === "exact").map(({ file }) => file);

function assertAnswers(
  questions: readonly Question[],
  reader: Reader,
  expected: (question: Question) => boolean,
): void {
  const wrong = questions.filter((question) => reader(question.domain) !== expected(question));
  assert(questions.length > 500, `only ${questions.length} questions`);
  assertEquals(wrong.slice(0, 5), [], `${wrong.length} of ${questions.length} answers are wrong`);
}

Deno.test("adblock.txt and allow.txt make AdGuard and Pi-hole answer as the sources and the allow list say", () =>
  withWorkshop(async (workshop) => {
    const list = makeRealList(NAMES);
    await buildRealList(workshop, list);
    const adblock = await workshop.read("one/adblock.txt");
    const allow = await workshop.read("one/allow.txt");
    // No ad blocker can block a name below an exception and allow a name below that: it lets both through.
    const isLetThrough = ({ kind }: Question) => kind === "entry around an exception";
    assertAnswers(list.questions, readWithAdGuard(adblock), (each) => each.isBlocked && !isLetThrough(each));
    assertAnswers(list.questions, readWithPihole(adblock), ({ isBelowEntry }) => isBelowEntry);
    assertAnswers(
      list.questions,
      readWithPihole(adblock, allow),
      ({ isBelowEntry, isBelowException }) => isBelowEntry && !isBelowException,
    );
    const exact = ({ kind, domain }: Question) => kind.startsWith("entry") && !/^x\./.test(domain);
    for (const file of EXACT) {
      assertAnswers(list.questions, readWithPihole(await workshop.read(`one/${file}`)), exact);
    }
  }));

Deno.test("allow.txt is an allow list without an invalid line for Pi-hole, and adblock.txt has only its exceptions", () =>
  withWorkshop(async (workshop) => {
    await buildRealList(workshop, makeRealList(1_000));
    const allow = parseGravity(await workshop.read("one/allow.txt"), "@@||");
    const adblock = parseGravity(await workshop.read("one/adblock.txt"), "||");
    assertEquals([allow.invalid, allow.exact.size, allow.wildcard.size], [[], 0, 75]);
    assertEquals(adblock.invalid.filter((line) => !/^@@|\$important$/.test(line)), []);
  }));

const ZONES: Record<string, [RegExp, RegExp]> = {
  "dnsmasq.conf": [/^local=\/(.+)\/$/, /^server=\/(.+)\/#$/],
  "unbound.conf": [/^local-zone: "(.+)\." always_nxdomain$/, /^local-zone: "(.+)\." always_transparent$/],
  "rpz.zone": [/^\*\.(\S+) CNAME \.$/, /^\*\.(\S+) CNAME rpz-passthru\.$/],
  "wildcard.txt": [/^\*\.(\S+)$/, /^never$/],
};

async function readersOf({ read }: Workshop): Promise<Map<string, Reader>> {
  const readers = new Map<string, Reader>();
  for (const [file, [block, allow]] of Object.entries(ZONES)) {
    readers.set(file, readClosest(await read(`one/${file}`), block, allow));
  }
  const adblock = await read("one/adblock.txt");
  readers.set("adblock.txt", readWithAdGuard(adblock));
  readers.set("adblock.txt Pi-hole", readWithPihole(adblock));
  const { wildcard: allowed } = parseGravity(await read("one/allow.txt"), "@@||");
  readers.set("allow.txt", (domain) => [domain, ...parentsOf(domain)].some((name) => allowed.has(name)));
  for (const file of EXACT) {
    readers.set(file, readWithPihole(await read(`one/${file}`)));
  }
  return readers;
}

Deno.test("ListLookup.explain() says for each file and program what it does, whatever is listed and allowed", () =>
  withWorkshop(async (workshop) => {
    let state = 7;
    const random = (below: number) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 * below | 0;
    // All names of up to four labels below one domain, so that entries and exceptions are nested in every way.
    const names = ["t.net"];
    for (let at = 0; at < 21; at++) names.push(`a.${names[at]}`, `b.${names[at]}`);
    const isEven = (name: string) => name.split(".").length % 2 === 0;
    for (let world = 0; world < 3; world++) {
      const pick = (share: number) => names.filter(() => random(100) < share);
      // In the first world, entries and exceptions alternate on every level.
      const [listed, allowed] = world === 0
        ? [names.filter(isEven), names.filter((name) => !isEven(name))]
        : [pick(40), pick(25)];
      await workshop.source("a.txt", [...listed, "always.com"].join("\n"));
      await workshop.source("b.txt", [...pick(30), "always.org"].join("\n"));
      await workshop.source(
        "allow.txt",
        [...allowed, ...world === 0 ? [] : pick(10).map((name) => `*.${name}`)].join("\n"),
      );
      await workshop.run({ force: true });
      const readers = await readersOf(workshop);
      assertEquals(LIST_FORMATS.filter(({ file }) => !readers.has(file)), [], "a format has no independent reader");
      const lookup = new ListLookup(workshop.out);
      for (const name of names.flatMap((each) => [each, `below.${each}`])) {
        const { lists, exceptions } = await lookup.explain(name, "one");
        const blocking = lists.flatMap(({ path, programs }) => {
          const file = path.slice("one/".length);
          if (file !== "adblock.txt") return [file];
          return programs === undefined ? [file, `${file} Pi-hole`] : programs.map((program) => `${file} ${program}`);
        });
        const stated = [...blocking, ...exceptions.map(({ path }) => path.slice("one/".length))].sort();
        const real = [...readers].filter(([, reader]) => reader(name)).map(([file]) => file).sort();
        assertEquals(stated, real, `${name} in world ${world}`);
      }
    }
  }));

Deno.test("LIST_FORMATS have different names, by which the manifest knows them", () => {
  assertEquals(new Set(LIST_FORMATS.map(nameOf)).size, LIST_FORMATS.length);
});
