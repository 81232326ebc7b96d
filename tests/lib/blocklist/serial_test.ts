import { assertEquals } from "@std/assert";
import { nextSerial, readSerial } from "@/lib/blocklist/serial.ts";
import { NOW, ONLY_A, withWorkshop, type Workshop } from "./fixture.ts";

const SECONDS = NOW / 1000;

async function readZone({ out, read }: Workshop): Promise<{ serial: number; records: string }> {
  const records = (await read("one/rpz.zone")).split("IN NS localhost.\n")[1]!;
  return { serial: (await readSerial(`${out}/one/rpz.zone`))!, records };
}

Deno.test("nextSerial() is the time, or one more than before if that would be no increase", () => {
  assertEquals(nextSerial(undefined, NOW), SECONDS);
  assertEquals(nextSerial(SECONDS - 1, NOW), SECONDS);
  assertEquals(nextSerial(SECONDS, NOW), SECONDS + 1);
  assertEquals(nextSerial(SECONDS + 900, NOW), SECONDS + 901);
  assertEquals(nextSerial(0xffffffff, 1_000), 1);
  assertEquals(nextSerial(0xffffffff, NOW), SECONDS);
  assertEquals(nextSerial(0xfffffffe, -5_000), 0xffffffff);
  // RFC 1982: half of all numbers are an increase, across the end of the numbers.
  assertEquals(nextSerial(1, 0x80000000 * 1000), 0x80000000);
  assertEquals(nextSerial(1, 0x80000001 * 1000), 2);
  assertEquals(nextSerial(0x80000002, 1_000), 1);
  assertEquals(nextSerial(0x80000001, 1_000), 0x80000002);
});

Deno.test("nextSerial() always increases and is never 0, whatever the clock says", () => {
  let state = 1;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  let serial = nextSerial(undefined, 0);
  for (let count = 0; count < 20_000; count++) {
    const next = nextSerial(serial, random() * 1000);
    // The definition of RFC 1982, section 3.2, written out.
    const isGreater = (next > serial && next - serial < 2 ** 31) || (next < serial && serial - next > 2 ** 31);
    assertEquals([isGreater, next !== 0, next < 2 ** 32], [true, true, true], `${serial} ${next}`);
    serial = next;
  }
});

Deno.test("build() increases the serial of a zone with every change, also within a second and with the clock set back", () =>
  withWorkshop(async (workshop) => {
    const { source, run } = workshop;
    const clocks = [NOW, NOW, NOW + 1, NOW - 86_400_000, 0, NOW + 3_600_000, NOW + 3_600_000, NOW];
    const serials: number[] = [];
    for (const [index, now] of clocks.entries()) {
      await source("a.txt", Array.from({ length: index + 1 }, (_, each) => `ad${each}.example.com\n`).join(""));
      await run({ now: () => now }, ONLY_A);
      serials.push((await readZone(workshop)).serial);
    }
    assertEquals(serials.map((serial) => serial - SECONDS), [0, 1, 2, 3, 4, 3600, 3601, 3602]);
  }));

Deno.test("build() keeps the serial and the whole file of a zone that has not changed", () =>
  withWorkshop(async (workshop) => {
    const { source, run, read } = workshop;
    await source("a.txt", "a.example.com\n");
    await source("b.txt", "b.example.org\n");
    await run();
    const [one, two] = [await read("one/rpz.zone"), await read("two/rpz.zone")];
    await source("b.txt", "b.example.org\nc.example.org\n");
    const { changed } = await run({ now: () => NOW + 99_000 });
    assertEquals([await read("one/rpz.zone") === one, await read("two/rpz.zone") === two], [true, false]);
    assertEquals([changed.includes("one/rpz.zone"), changed.includes("two/rpz.zone")], [false, true]);
  }));

Deno.test("build() increases the serial if the allow list or the header changes the zone", () =>
  withWorkshop(async (workshop) => {
    const { source, run } = workshop;
    await source("a.txt", "a.example.com\n");
    await run({}, ONLY_A);
    await source("allow.txt", "x.a.example.com\n");
    await run({}, ONLY_A);
    const allowed = await readZone(workshop);
    await run({}, { ...ONLY_A, license: "CC0" });
    const relicensed = await readZone(workshop);
    assertEquals([allowed.serial, relicensed.serial], [SECONDS + 1, SECONDS + 2]);
    assertEquals(relicensed.records, allowed.records);
  }));

Deno.test("readSerial() finds no serial in a missing, empty or damaged file", () =>
  withWorkshop(async ({ folder, source }) => {
    assertEquals(await readSerial(`${folder}/missing`), undefined);
    for (const text of ["", "@ IN SOA a. b.", "@ IN SOA a. b. 4294967296 1 1 1 1\n", "\0\0"]) {
      await source("zone", text);
      assertEquals(await readSerial(`${folder}/zone`), undefined, text);
    }
    await source("zone", "; Title\n@ IN SOA a. b. 4294967295 1 1 1 1\n");
    assertEquals(await readSerial(`${folder}/zone`), 4294967295);
  }));
