import { assertEquals } from "@std/assert";
import { renderDrawing } from "@pawkit/images/svg";
import { planDrawing } from "@/lib/content/drawings/drawing_plan.ts";
import { toTerminalVariant } from "@/lib/content/named/terminal.ts";
import { codecs, fromFile } from "@/lib/images/tests/pictures.ts";

const ANIMAL = { kind: "dog", id: "aaaaaaaa" } as const;

Deno.test("planDrawing() states the size that a drawing will have", async () => {
  for (const [size, view, expected] of [[64, "full", [64, 64]], [1200, "preview", [1200, 630]]] as const) {
    const { width, height, drawSvg } = planDrawing([ANIMAL], { type: "png", size, view })!;
    const drawn = await fromFile(renderDrawing({ svg: drawSvg(), width, format: "png" }, codecs));
    assertEquals([[width, height], [drawn.width, drawn.height]], [expected, expected]);
  }
});

Deno.test("planDrawing() has one plan for every size of an SVG, and at most a circle for its corners", () => {
  const [small, large] = [16, 1024].map((size) => planDrawing([ANIMAL], { type: "svg", size, radius: 256 })!);
  assertEquals([small!.key, small!.width], [large!.key, 512]);
  assertEquals(planDrawing([ANIMAL], { type: "png", size: 64, radius: Infinity })!.radius, 32);
});

Deno.test("planDrawing() plans a moving SVG apart from the still one, and no other type that moves", () => {
  const [still, moving] = [false, true].map((motion) => planDrawing([ANIMAL], { type: "svg", size: 64, motion })!);
  assertEquals([still!.motion, moving!.motion, still!.key === moving!.key], [false, true, false]);
  const [png, other] = [false, true].map((motion) => planDrawing([ANIMAL], { type: "png", size: 64, motion })!);
  assertEquals([other!.key, other!.drawSvg()], [png!.key, png!.drawSvg()]);
});

Deno.test("planDrawing() has a plan for each width and each choice of colours of text", () => {
  const variants = [[40, "all"], [40, "256"], [40, "none"], [41, "none"]] as const;
  const keys = variants.map(([columns, colours]) =>
    planDrawing([ANIMAL], toTerminalVariant({ type: "png", size: 512 }, { columns, colours }))!.key
  );
  assertEquals(new Set(keys).size, keys.length);
});

Deno.test("planDrawing() returns undefined for what is not an id", () => {
  assertEquals(planDrawing([{ kind: "dog", id: "no-such" }], { type: "png", size: 64 }), undefined);
});

Deno.test("planDrawing() puts several animals side by side, if each has an id", () => {
  const other = { kind: "fox", id: "aaaaaaaa" } as const;
  const variant = { type: "png", size: 64, radius: 8 } as const;
  const plans = [ANIMAL, other].map((animal) => planDrawing([animal], variant)!);
  const group = planDrawing([ANIMAL, other], variant)!;
  assertEquals([group.width, group.height, group.columns, group.radius], [128, 64, 2, 8]);
  assertEquals(group.alt, plans.map(({ alt }) => alt).join("; "));
  assertEquals(group.drawTiles!(), plans.map(({ drawSvg }) => drawSvg()));
  assertEquals(planDrawing([ANIMAL, { kind: "dog", id: "no-such" }], variant), undefined);
});
