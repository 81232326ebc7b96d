import { assertEquals, assertThrows } from "@std/assert";
import type { Context } from "@/lib/define.ts";
import { type ImageRef, toImageRef, toOperation } from "@/lib/filters/request.ts";
import { ApiError } from "@/lib/http/errors.ts";

const NO_OPTIONS = { fit: "inside", position: "centre" } as const;

const stepsOf = (chain: string, strength?: string) => toOperation(chain, { ...NO_OPTIONS, strength }).steps;

function codeOf(work: () => unknown): string {
  return assertThrows(work, ApiError).code;
}

// From the contract. tests/contract has the ranges of single filters.
const STRENGTHS: Record<string, { right: string[]; wrong: string[] }> = {
  blur: { right: ["1", "256", "7.6"], wrong: ["0.99", "256.1", "NaN", "0x10"] },
  contrast: { right: ["-1", "1", "0"], wrong: ["-1.01", "1.01"] },
  resize: { right: ["1", "4096", "1x4096"], wrong: ["0", "4097", "4097x1", "axb"] },
  rotate: { right: ["90", "180", "270"], wrong: ["0", "45", "360"] },
  tint: { right: ["f80", "FF8800"], wrong: ["ff88", "red"] },
  duotone: { right: ["0b2e83-eaf4ff"], wrong: ["0b2e83", "red-blue"] },
};

Deno.test("toOperation() reads strengths in a chain and in the query, and refuses their neighbours", () => {
  for (const [filter, { right, wrong }] of Object.entries(STRENGTHS)) {
    for (const strength of right) {
      assertEquals(stepsOf(`invert,${filter}:${strength}`)[1], stepsOf(filter, strength)[0]);
    }
    for (const strength of wrong) {
      assertEquals(codeOf(() => stepsOf(`invert,${filter}:${strength}`)), "invalid_parameter", strength);
      assertEquals(codeOf(() => stepsOf(filter, strength)), "invalid_parameter", strength);
    }
  }
});

Deno.test("toOperation() ignores the strength of a filter without one, and of a chain", () => {
  for (const filter of ["greyscale", "grayscale", "invert", "dither565", "normalize", "flip", "flop"]) {
    assertEquals(stepsOf(filter, "lots"), stepsOf(filter));
  }
  assertEquals(stepsOf("invert,blur", "8"), ["invert", "blur:5"]);
});

Deno.test("toOperation() returns equal steps for equal chains", () => {
  assertEquals(stepsOf("blur:+5.0,contrast:.10,tint:F80"), stepsOf("blur,contrast,tint:ff8800"));
});

Deno.test("toOperation() throws the error of the contract, with details for programs", () => {
  const { code, details } = assertThrows(() => stepsOf("invert,blur:999"), ApiError);
  assertEquals([code, details], ["invalid_parameter", { parameter: "strength", value: "999", min: 1, max: 256 }]);
  assertEquals(assertThrows(() => stepsOf("tint"), ApiError).details, { parameter: "strength" });
  assertEquals(codeOf(() => stepsOf("tint")), "missing_parameter");
  assertEquals(codeOf(() => stepsOf("resize")), "missing_parameter");
  assertEquals(codeOf(() => stepsOf("invert,nope")), "unknown_type");
  assertEquals(codeOf(() => stepsOf("invert,")), "unknown_type");
  assertEquals(stepsOf(Array(8).fill("flip").join(",")).length, 8);
  assertEquals(codeOf(() => stepsOf(Array(9).fill("flip").join(","))), "invalid_parameter");
});

/** Reads an image that a caller of `https://pawkit.example` names. */
function refTo(image: string | undefined): ImageRef {
  const url = new URL("http://localhost/api/v2/filter/blur");
  return toImageRef({ url, state: { origin: "https://pawkit.example" } } as Context, image);
}

Deno.test("toImageRef() takes paths and addresses of this service as its pictures, whatever their scheme", () => {
  const own = [
    "/cat/Ada.png?view=face",
    "https://pawkit.example/cat/Ada.png?view=face",
    "http://PAWKIT.example/cat/Ada.png?view=face",
  ];
  for (const image of own) {
    const { url, isOwn, hasOrigin } = refTo(image);
    assertEquals([url.pathname + url.search, isOwn, hasOrigin], [
      "/cat/Ada.png?view=face",
      true,
      !image.startsWith("/"),
    ]);
  }
  for (const image of ["https://pawkit.example:8443/a.png", "https://a.pawkit.example/a.png", "http://a.example/b"]) {
    assertEquals([refTo(image).isOwn, refTo(image).url.href], [false, image]);
  }
});

Deno.test("toImageRef() refuses what looks like a path and is the URL of another server", () => {
  for (const image of ["//evil.example/a.png", "/\\evil.example/a.png", "cat/Ada.png", "\\\\evil.example"]) {
    assertEquals(codeOf(() => refTo(image)), "invalid_parameter", image);
  }
  // The URL standard drops a tab, and then two slashes are left.
  assertEquals(codeOf(() => refTo("/\t/evil.example/a.png")), "invalid_parameter");
});

Deno.test("toImageRef() throws missing_parameter with a request that works", () => {
  const { code, message } = assertThrows(() => refTo(undefined), ApiError);
  assertEquals([code, message.includes("/api/v2/filter/blur?image=/cat/Ada.png")], ["missing_parameter", true]);
});
