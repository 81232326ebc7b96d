import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { assertWithinLimits, type Cost, estimateDrawing, estimateFilter } from "@/lib/workers/cost.ts";
import type { FilterJob } from "@/lib/workers/job.ts";
import { ApiError } from "@/lib/http/errors.ts";
import {
  createHeader,
  type FilterName,
  FILTERS,
  FORMATS,
  type Header,
  type PlanInput,
  planPipeline,
  WRITABLE_FORMATS,
} from "@pawkit/images";

const MIB = 1024 * 1024;
const MP = 1_000_000;

/** The default settings, see docs/settings.md. */
const DEFAULTS = { filterTimeoutMs: 10_000, maxJobBytes: 448 * MIB };

interface Picture extends Partial<Header> {
  readonly format: Header["format"];
  readonly pixels: number;
  /** The size of the file. */
  readonly size?: number;
  readonly target?: PlanInput["format"];
  readonly filters?: readonly FilterName[];
  readonly box?: NonNullable<PlanInput["size"]>;
  readonly radius?: PlanInput["radius"];
}

function estimate({ pixels, size = 10_000, target, filters = ["invert"], box = {}, radius, ...header }: Picture): Cost {
  const source = { length: size } as FilterJob["source"];
  const full = createHeader({ width: pixels / 1000, height: 1000, ...header });
  const steps = filters.map((filter) => ({ filter, values: { strength: 1 } }));
  return estimateFilter({ source, plan: planPipeline({ header: full, steps, size: box, format: target, radius }) });
}

Deno.test("estimateFilter() grows with the bytes of a PNG, which may be tables, and of a JPEG or an AVIF, which may be noise", () => {
  for (const [format, nsPerByte] of [["png", 50], ["avif", 600], ["jpeg", 20]] as const) {
    const [small, large] = [0, 10 * MP].map((size) => estimate({ format, pixels: 6 * MP, size }).cpuMs);
    assertAlmostEquals(large! - small!, nsPerByte * 10, 1e-6, format);
  }
});

Deno.test("estimateFilter() grows with pixels, frames, formats and filters, and is never zero", () => {
  const base = { format: "png", pixels: 4 * MP } as const;
  const { cpuMs, bytes } = estimate(base);
  const larger: readonly Picture[] = [
    { ...base, pixels: 8 * MP },
    { ...base, target: "webp" },
    { ...base, format: "avif" },
  ];
  for (const picture of larger) {
    const cost = estimate(picture);
    assert(cost.cpuMs > cpuMs && cost.bytes >= bytes, JSON.stringify([picture, cost]));
  }
  assert(estimate({ ...base, filters: ["blur"] }).cpuMs > cpuMs);
  const animation = estimate({ ...base, frames: 10, totalPixels: 40 * MP });
  assert(animation.cpuMs > 5 * cpuMs && animation.bytes < 5 * bytes, "only its time is that of all frames");
  const tiny = estimate({ format: "gif", pixels: 1000, size: 1 });
  assert(tiny.cpuMs >= 1 && tiny.bytes >= MIB, JSON.stringify(tiny));
});

Deno.test("estimateFilter() counts the bytes of a PNG of few pixels, so that it is not a short job", () => {
  assertEquals(estimate({ format: "png", pixels: 0.8 * MP, size: 9 * MP }).isShort, false);
});

Deno.test("estimateFilter() calls a job short if its estimate is at most 300 ms and reliable", () => {
  const isShort = (format: Header["format"], size: number) => estimate({ format, pixels: 10_000, size }).isShort;
  assertEquals(estimate({ format: "jpeg", pixels: 20 * MP }).isShort, false);
  assertEquals([isShort("jpeg", 20 * MP), isShort("gif", 20 * MP)], [false, true]);
  assertEquals([isShort("jpeg", MP), isShort("gif", MP), isShort("bmp", MP)], [true, true, true]);
  // A file of few pixels can take long: a WebP by its codes, an AVIF because it has more pixels than it says.
  assertEquals([isShort("webp", 32_768), isShort("webp", 32_769), isShort("avif", 1)], [true, false, false]);
});

Deno.test("estimateFilter() counts most of the time of a JPEG that is shrunk while it is decoded, except by 8", () => {
  const costOf = (width: number) => estimate({ format: "jpeg", pixels: 25 * MP, filters: [], box: { width } });
  // 25,000 x 1,000 pixels, of which decoding keeps one in 1, 4, 16 and 64.
  const [full, half, quarter, eighth] = [25_000, 12_500, 6_250, 3_125].map((width) => costOf(width).cpuMs);
  assert(full! > half! && half! > quarter! && quarter! > 25 * 30 * 0.6 && eighth! < 25 * 30 * 0.3);
  assertEquals([costOf(6_250).isShort, costOf(3_125).isShort], [false, true]);
});

Deno.test("estimateFilter() reserves the inflated rows of a PNG next to its pixels", () => {
  const png = { format: "png", pixels: 10 * MP } as const;
  const [plain, deep] = [24, 64].map((bitsPerPixel) => estimate({ ...png, bitsPerPixel }).bytes);
  assert(deep! - plain! >= 40 * MP && deep! >= 12 * 10 * MP, `${plain} ${deep}`);
});

Deno.test("estimateFilter() counts a WebP that is cut off twice, with what replaces the missing data", () => {
  const whole = { format: "webp", pixels: 10 * MP, target: "png" } as const;
  const [one, cut] = [estimate(whole), estimate({ ...whole, isCut: true })];
  // Another 100 ns and 13 bytes for each pixel.
  assertEquals([cut.cpuMs - one.cpuMs, cut.bytes - one.bytes], [1000, 130 * MP]);
  for (const other of [{ format: "png" }, { frames: 2 }] as const) {
    assertEquals(estimate({ ...whole, ...other, isCut: true }), estimate({ ...whole, ...other }));
  }
});

Deno.test("estimateFilter() adds no decoding to a drawing whose pixels are handed over", () => {
  const ofDrawing = (format: "png" | "jpeg") => {
    const header = createHeader({ format, width: 1000, height: 1000 });
    const plan = planPipeline({ header, steps: [{ filter: "invert", values: {} }], format: "jpeg" });
    const file = { length: 0 } as FilterJob["source"];
    const drawing = { svg: "", width: 1000, format };
    const { cpuMs } = estimateFilter({ source: drawing, plan });
    return cpuMs - estimateDrawing(drawing).cpuMs - estimateFilter({ source: file, plan }).cpuMs;
  };
  // The JPEG of a drawing is a file, which is decoded.
  assertAlmostEquals(ofDrawing("jpeg"), 0);
  assert(ofDrawing("png") < -10, `${ofDrawing("png")} ms`);
});

Deno.test("estimateFilter() counts an animation again for each step that measures all frames first", () => {
  const animation = { format: "gif", pixels: MP, frames: 10, totalPixels: 10 * MP } as const;
  const msOf = (filters: FilterName[], frames = 10) => estimate({ ...animation, frames, filters }).cpuMs;
  const once = msOf(["blur", "normalize"]), twice = msOf(["blur", "normalize", "normalize"]);
  // Each pass decodes and blurs all frames.
  assert(twice - once > msOf(["blur"]) - msOf(["invert"]), JSON.stringify([once, twice]));
  assert(msOf(["normalize"], 1) < msOf(["blur"], 1));
});

Deno.test("estimateFilter() counts every step of a chain", () => {
  const still = { format: "png", pixels: 4 * MP } as const;
  const msOf = (...filters: FilterName[]) => estimate({ ...still, filters }).cpuMs;
  const blurMs = msOf("invert", "blur") - msOf("invert");
  assert(blurMs > 0);
  assertAlmostEquals(msOf("blur", "invert", "blur") - msOf("invert"), 2 * blurMs);
});

Deno.test("estimateFilter() counts each frame, however small it is", () => {
  for (const target of ["gif", "png", "webp"] as const) {
    const few = { format: "gif", pixels: 1000, frames: 10, totalPixels: 1000, target } as const;
    const many = estimate({ ...few, frames: 1000 });
    assert(many.cpuMs > estimate(few).cpuMs + 100, target);
    assertWithinLimits(many, DEFAULTS);
  }
});

Deno.test("estimateFilter() counts a source in its own size, and filters and the result in the size that is asked for", () => {
  const jpeg = { format: "jpeg", pixels: 12 * MP, size: 3 * MIB } as const;
  const png = { ...jpeg, format: "png" } as const;
  const box = (width: number) => ({ box: { width, height: Infinity, fit: "inside" } }) as const;
  const [full, half, small] = [estimate(png), estimate({ ...png, ...box(6000) }), estimate({ ...png, ...box(400) })];
  assert(small.cpuMs < half.cpuMs && small.cpuMs < full.cpuMs);
  assert(small.cpuMs > 9 * 12 && small.bytes > 8 * 12 * MP, "all of it is decoded");
  assert(half.bytes > full.bytes, "both sizes are in memory");
  const blurMs = estimate({ ...png, ...box(400), filters: ["blur"] }).cpuMs - small.cpuMs;
  assert(blurMs > 0 && blurMs < 1, `${blurMs} ms`);
  // Shrunk while it is decoded: a thumbnail of a photograph is a short job.
  const thumbnail = estimate({ ...jpeg, ...box(400) });
  assert(thumbnail.isShort && thumbnail.cpuMs < 150 && estimate(jpeg).cpuMs > 300);
  assert(thumbnail.bytes < estimate({ ...jpeg, ...box(6000) }).bytes);
  assertEquals(estimate({ ...png, ...box(12_000) }), full, "never larger");
});

Deno.test("estimateFilter() counts only the first frame of an animation that becomes a JPEG", () => {
  const animation = { format: "gif", pixels: MP, frames: 50, totalPixels: 50 * MP, size: MIB } as const;
  const [all, first] = [estimate(animation), estimate({ ...animation, target: "jpeg" })];
  assert(first.cpuMs < all.cpuMs / 5, JSON.stringify([all, first]));
});

Deno.test("estimateFilter() reserves at least the source, its copy in the worker, and the decoded pixels", () => {
  for (const format of FORMATS) {
    for (const target of WRITABLE_FORMATS) {
      const { bytes, cpuMs } = estimate({ format, pixels: 10 * MP, size: 5 * MIB, target });
      assert(bytes >= 2 * 5 * MIB + 4 * 10 * MP, `${format} to ${target}: ${bytes}`);
      assert(Number.isFinite(cpuMs), `${format} to ${target}: ${cpuMs}`);
    }
  }
});

Deno.test("estimateDrawing() grows with the size, and the largest is one for the worker of short jobs", () => {
  const [small, large] = [32, 1024].map((width) => estimateDrawing({ width }));
  assert(small!.cpuMs > 0 && small!.cpuMs < large!.cpuMs && small!.bytes < large!.bytes);
  assert(large!.cpuMs <= 300 && large!.bytes >= 4 * 1024 ** 2 && large!.bytes < 64 * MIB, JSON.stringify(large));
});

Deno.test("estimateDrawing() grows with the number of tiles, and the largest group fits into the memory", () => {
  const one = estimateDrawing({ svg: "", width: 256 });
  const twelve = estimateDrawing({ svg: Array(12).fill(""), columns: 4, width: 1024 });
  assertAlmostEquals(twelve.cpuMs, 12 * one.cpuMs);
  assert(twelve.bytes > one.bytes + 12 * 256 ** 2 * 4 && twelve.bytes < 12 * one.bytes, JSON.stringify(twelve));
  const largest = estimateDrawing({ svg: Array(12).fill(""), columns: 4, width: 2048 });
  assertWithinLimits(largest, DEFAULTS);
});

Deno.test("assertWithinLimits() accepts with default settings what the contract promises, with every filter", () => {
  const promised: readonly Picture[] = [
    { format: "png", pixels: 25 * MP, size: 20 * MIB },
    { format: "jpeg", pixels: 25 * MP, size: 20 * MIB },
    { format: "gif", pixels: 25 * MP, size: 20 * MIB },
    { format: "bmp", pixels: 25 * MP, size: 20 * MIB },
    { format: "webp", pixels: 12 * MP, size: 8 * MIB },
    { format: "webp", pixels: 12 * MP, size: 20 * MIB, lossless: true },
    { format: "webp", pixels: 12 * MP, size: 8 * MIB, target: "png" },
    { format: "png", pixels: 12 * MP, size: 20 * MIB, target: "webp" },
    { format: "jpeg", pixels: 12 * MP, size: 10 * MIB, target: "webp" },
    { format: "avif", pixels: 10 * MP, size: 3 * MIB },
  ];
  for (const picture of promised) {
    for (const filter of FILTERS) {
      for (const corners of [{}, { radius: "max" }] as const) {
        assertWithinLimits(estimate({ ...picture, filters: [filter], ...corners }), DEFAULTS);
      }
    }
  }
});

for (
  const [unit, cost, got] of [
    ["ms", { cpuMs: 10_000.5, bytes: 1 }, 10_001],
    ["bytes", { cpuMs: 1, bytes: 448 * MIB + 0.5 }, 448 * MIB + 1],
  ] as const
) {
  Deno.test(`assertWithinLimits() throws too_expensive for more ${unit} than can ever be there`, () => {
    const { code, status, details, message } = assertThrows(() => assertWithinLimits(cost, DEFAULTS), ApiError);
    const limit = { ms: DEFAULTS.filterTimeoutMs, bytes: DEFAULTS.maxJobBytes }[unit];
    assertEquals([code, status, details], ["too_expensive", 422, { unit, limit, got }]);
    // The caller can act on it, and is not told to try again.
    assert(/smaller image or width/.test(message) && !/try again/i.test(message), message);
    assert(message.includes(`${unit === "bytes" ? "png" : "jpeg"} takes least, webp and avif most`), message);
    assert(message.includes(limit.toLocaleString("en")) && message.includes(got.toLocaleString("en")), message);
  });
}

Deno.test("assertWithinLimits() accepts exactly the limits", () => {
  assertWithinLimits({ cpuMs: 10_000, bytes: 448 * MIB }, DEFAULTS);
});

Deno.test("assertWithinLimits() does not accept an estimate that is not a number", () => {
  assertThrows(() => assertWithinLimits({ cpuMs: NaN, bytes: 1 }, DEFAULTS), ApiError);
  assertThrows(() => assertWithinLimits({ cpuMs: 1, bytes: NaN }, DEFAULTS), ApiError);
});
