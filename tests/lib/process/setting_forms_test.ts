import { assertEquals, assertThrows } from "@std/assert";
import { byteCount, optional, readSetting } from "@/lib/process/setting_forms.ts";
import { StartupError } from "@/lib/process/startup_error.ts";

const MIB = 1024 * 1024;
const SETTING = [optional(byteCount(64 * MIB)), "none"] as const;

function read(text: string): number | undefined {
  return readSetting("MEMORY_BUDGET", SETTING, { get: () => text });
}

Deno.test("byteCount() reads bytes, and numbers with KiB, MiB or GiB", () => {
  const texts = ["536870912", "512MiB", "512 MiB", "0.5GiB", "0.5 GiB", "524288KiB", "524288.0 KiB", " 512MiB "];
  for (const text of texts) assertEquals(read(text), 512 * MIB, text);
  assertEquals([read("67108864"), read("64MiB"), read("100.001MiB"), read("")], [
    64 * MIB,
    64 * MIB,
    104_858_648,
    undefined,
  ]);
});

Deno.test("byteCount() rejects every other form, and less than the minimum", () => {
  const small = [
    "67108863",
    "63.999MiB",
    "0",
    "1GiBx",
    "-1GiB",
    "+1GiB",
    "1e9",
    "0x10000000",
    "1,5GiB",
    ".5GiB",
    "1.GiB",
  ];
  const other = [
    "512MB",
    "512M",
    "512mib",
    "512  MiB",
    "512\\tMiB",
    "MiB",
    "Infinity",
    "NaN",
    "1.1234GiB",
    "9".repeat(16),
  ];
  const huge = ["999999999999999GiB"];
  for (const text of [...small, ...other, ...huge]) assertThrows(() => read(text), StartupError, "MEMORY_BUDGET", text);
});

Deno.test("byteCount() explains the form", () => {
  const { message } = assertThrows(() => read("512MB"), StartupError);
  const form = "a number of bytes, or a number with KiB, MiB or GiB, at least 64MiB";
  assertEquals(message, `Cannot start: MEMORY_BUDGET must be ${form}, got "512MB"`);
});
