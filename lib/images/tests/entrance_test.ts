import { assert, assertEquals, assertInstanceOf, assertObjectMatch, assertThrows } from "@std/assert";
import { FILTERS, ImageError, loadModules, MAX_STEPS, plan, probe, readSteps, StepError } from "@pawkit/images";
import { openImages } from "@pawkit/images/thread";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><rect width="8" height="4" fill="#f00"/></svg>';
const images = openImages({ modules: await loadModules(), memoryBytes: 2 ** 28 });
const png = images.drawSvg(SVG, { width: 64, format: "png" });

Deno.test("drawSvg() draws each format, with round corners and a background", () => {
  assertObjectMatch(probe(png), { format: "png", width: 64, height: 32, frames: 1, orientation: 1 });
  for (const format of ["png", "jpeg", "webp"] as const) {
    const file = images.drawSvg(SVG, { width: 32, format, radius: "max", background: "00ff00" });
    assertObjectMatch(probe(file), { format, width: 32, height: 16 });
  }
  assertThrows(() => images.drawSvg("<p>", { width: 8, format: "png" }));
});

Deno.test("toText() draws half blocks, and lines in Braille without colours", () => {
  assertEquals(images.toText(SVG, { columns: 2 }), "\x1b[38;2;255;0;0m▀▀\x1b[0m\n");
  assert(!(images.toText(SVG, { columns: 20, colors: "none" })).includes("\x1b"));
});

Deno.test("filter() applies all filters, alone and as chains", () => {
  for (const { name, parameter } of FILTERS) {
    const strength = parameter && "example" in parameter ? parameter.example : undefined;
    const steps = readSteps(name, { strength });
    const { width, height, format, truncated, bytes } = images.filter(png, { steps });
    assertEquals({ width, height, format }, (({ bytes: _, ...rest }) => rest)(plan(probe(png), steps)));
    assertObjectMatch(probe(bytes), { width, height, format });
    assertEquals(truncated, false);
  }
  const steps = readSteps("greyscale,contrast:0.3,rotate");
  const result = images.filter(png, { steps, width: 16, format: "webp", quality: 50, background: "ffffff" });
  assertObjectMatch(result, { width: 8, height: 16, format: "webp" });
  const circle = SVG.replace("</svg>", '<circle cx="4" cy="2" r="2"/></svg>');
  const round = images.drawSvg(circle, { width: 64, format: "png" });
  assertEquals((images.filter(round.subarray(0, round.length / 2), { steps })).truncated, true);
});

Deno.test("readSteps() returns equal steps for equal chains", () => {
  assertEquals(readSteps("grayscale,contrast:+.30,blur"), ["greyscale", "contrast:0.3", "blur:5"]);
  assertEquals(readSteps("blur", { strength: "7.6" }), ["blur:8"]);
  assertEquals(readSteps("invert", { strength: "much" }), ["invert"]);
  assertEquals(readSteps("duotone:#F00-0011FF"), ["duotone:ff0000-0011ff"]);
  assertEquals(readSteps("resize:400x0300,rotate:180"), ["resize:400x300", "rotate:180"]);
  assertEquals(readSteps("resize", { height: 5 }), ["resize"]);
});

Deno.test("readSteps() says which step is wrong, and what it must be", () => {
  const fails = (chain: string, code: string, details: object) => {
    const error = assertThrows(() => readSteps(chain), StepError);
    assertInstanceOf(error, RangeError);
    assertEquals(error.code, code);
    assertObjectMatch(error.details, { ...details });
  };
  const strength = { parameter: "strength" };
  fails("blur:1,blurr", "unknown_type", { step: 1, parameter: "steps", value: "blurr" });
  fails("", "unknown_type", { step: 0 });
  fails("blur,", "unknown_type", { step: 1 });
  fails("invert,blur:257", "invalid_parameter", { ...strength, step: 1, filter: "blur", min: 1, max: 256 });
  for (const text of ["0x10", "Infinity", " 5", "1e999", "NaN"]) fails(`blur:${text}`, "invalid_parameter", strength);
  fails("rotate:45", "invalid_parameter", { ...strength, allowed: ["90", "180", "270"] });
  fails("resize:4097", "invalid_parameter", { ...strength, min: 1, max: 4096 });
  fails("resize", "missing_parameter", { parameter: "width", min: 1, max: 4096 });
  fails("tint", "missing_parameter", strength);
  fails("tint:red", "invalid_parameter", strength);
  fails("duotone:000", "invalid_parameter", strength);
  fails(Array(9).fill("invert").join(), "invalid_parameter", { parameter: "steps", max: MAX_STEPS });
});

Deno.test("plan() knows the memory of a job, and what no format can store", async () => {
  const header = probe(png);
  assert(plan(header, ["invert"]).bytes < 2 ** 26);
  const large = { ...header, width: 5000, height: 5000, framePixels: 25e6, totalPixels: 25e6 };
  assert(plan(large, ["invert"]).bytes > 200e6);
  const wide = { ...header, width: 20_000 };
  assertEquals(assertThrows(() => plan(wide, [], { format: "webp" }), ImageError).code, "too_many_pixels");
  const small = openImages({ modules: await loadModules(), memoryBytes: 1000 });
  const error = assertThrows(() => small.filter(png, { steps: ["invert"] }), ImageError);
  assertEquals(error.code, "too_expensive");
});

Deno.test("check() ends a job", async () => {
  const reason = new Error("nobody waits");
  const check = () => {
    throw reason;
  };
  const stopped = openImages({ modules: await loadModules(), check });
  assertEquals(assertThrows(() => stopped.filter(png, { steps: ["invert"] })), reason);
});
