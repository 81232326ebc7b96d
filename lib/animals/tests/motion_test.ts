import { assert, assertEquals, assertGreater, assertLess, assertMatch, assertNotMatch } from "@std/assert";
import { renderPixels } from "../../images/tests/rasterizer.ts";
import { type AnimalKind, ANIMALS, planAnimal, toAnimalId } from "../animal.ts";
import type { ViewOptions } from "../plan.ts";

/** The most bytes that motion may add to a drawing. */
const MAX_BYTES = 1200;

const VIEWS: readonly ViewOptions[] = [{}, { view: "face" }, { background: "none" }, { view: "face", radius: 256 }];

/** Calls back with the still and the moving picture of many animals. */
function forEach(names: number, callback: (still: string, moving: string, kind: AnimalKind) => void): void {
  for (const kind of ANIMALS) {
    for (let i = 0; i < names; i++) {
      const id = toAnimalId(kind, `name ${i}`);
      for (const options of VIEWS) {
        const { draw } = planAnimal(kind, id, options)!;
        callback(draw(), planAnimal(kind, id, { ...options, motion: true })!.draw(), kind);
      }
    }
  }
}

/** Removes the style and the groups with a class. */
function removeMotion(svg: string): string {
  const open: boolean[] = [];
  return svg.replace(/<style>.*?<\/style>/, "").replace(/<g([^>]*)>|<\/g>/g, (tag, attributes?: string) => {
    if (attributes !== undefined) open.push(attributes.startsWith(" class="));
    const isMotion = attributes === undefined ? open.pop() : open.at(-1);
    return isMotion ? "" : tag;
  });
}

/** Returns the classes of the groups of a picture, and the rules of its style: by selector or `@keyframes`. */
function readMotion(svg: string): { classes: Set<string>; rules: Map<string, string> } {
  const classes = new Set(Array.from(svg.matchAll(/ class="([^"]*)"/g), ([, name]) => name!));
  const media = /<style>@media \(prefers-reduced-motion:no-preference\)\{(.*)\}<\/style>/.exec(svg);
  const rules = (media?.[1] ?? "").matchAll(/([^{}]+)\{((?:[^{}]|\{[^{}]*\})*)\}/g);
  return { classes, rules: new Map(Array.from(rules, ([, selector, body]) => [selector!, body!])) };
}

/** What the keyframes of each motion contain. A quick turn is that of a wagging tail or a flapping wing. */
const KEYFRAMES = {
  blink: /scaleY/,
  breathe: /scale\(/,
  bob: /translateY\(5px\)/,
  rise: /translateY\(-18px\)/,
  swish: /scaleX/,
  twitch: /none\}.*rotate/,
  turn: /^50%\{transform:rotate/,
};

/** Returns the seconds and the keyframes of a motion. */
function readTimeline(
  svg: string,
  motion: keyof typeof KEYFRAMES,
): readonly [seconds: number, keyframes: string] | undefined {
  const { classes, rules } = readMotion(svg);
  const name = [...classes].find((each) => KEYFRAMES[motion].test(rules.get(`@keyframes ${each}`)!));
  if (name === undefined) return undefined;
  return [Number(/ ([\d.]+)s /.exec(rules.get(`.${name}`)!)![1]), rules.get(`@keyframes ${name}`)!];
}

Deno.test("planAnimal() adds at most 1,200 bytes of motion to any picture, and changes nothing else", () => {
  forEach(150, (still, moving) => {
    assertLess(moving.length, still.length + MAX_BYTES + 1, still);
    assertGreater(moving.length, still.length);
    assertEquals(removeMotion(moving), still);
    assertNotMatch(still, /class=|<style|<:|<\/:/);
  });
});

Deno.test("planAnimal() animates only transforms and opacity, and nothing if less motion is preferred", () => {
  forEach(40, (_, moving) => {
    const { rules } = readMotion(moving);
    assertEquals(moving.split("<style>").length, 2);
    for (const [selector, body] of rules) {
      const properties = Array.from(body.matchAll(/(?:^|[{;])([a-z-]+):/g), ([, property]) => property!);
      const allowed = selector.startsWith("@keyframes ")
        ? ["transform", "opacity"]
        : ["animation", "animation-delay", "transform-box", "transform-origin"];
      assertEquals(properties.filter((property) => !allowed.includes(property)), [], body);
      assertGreater(properties.length, 0);
    }
  });
});

Deno.test("planAnimal() has a rule and keyframes for each class, and no others; equal names mean the same", () => {
  const all = new Map<string, string>();
  forEach(40, (_, moving) => {
    const { classes, rules } = readMotion(moving);
    const inner = new Set(Array.from(rules.keys(), (rule) => /^\.(.*)>\*\+\*$/.exec(rule)?.[1]));
    const keyframes = Array.from(classes, (name) => inner.has(name) ? [name, `${name}i`] : [name]).flat();
    const named = Array.from(rules.keys(), (rule) => /^@keyframes (.*)$/.exec(rule)?.[1]).filter(Boolean);
    assertEquals(named.toSorted(), keyframes.toSorted());
    for (const rule of rules.keys()) assert(keyframes.some((name) => rule.includes(name)), rule);
    for (const name of classes) {
      assertMatch(rules.get(`.${name}`)!, new RegExp(`^animation:${name} [\\d.]+s infinite(;|$)`));
      assert(rules.has(`@keyframes ${name}`), name);
    }
    for (const [selector, body] of rules) {
      assertEquals(all.get(selector) ?? body, body);
      all.set(selector, body);
    }
  });
});

Deno.test("planAnimal() moves the tail, ears, wings or fins of every kind, and each animal breathes or floats", () => {
  const motions: Record<AnimalKind, readonly (keyof typeof KEYFRAMES)[]> = {
    cat: ["turn", "rise"],
    dog: ["turn", "rise"],
    fox: ["turn", "rise"],
    fish: ["swish"],
    alpaca: ["twitch"],
    bird: ["turn"],
  };
  for (const kind of ANIMALS) {
    for (let i = 0; i < 60; i++) {
      const moving = planAnimal(kind, toAnimalId(kind, `name ${i}`), { motion: true })!.draw();
      assert(motions[kind].some((motion) => readTimeline(moving, motion) !== undefined), kind);
      assert((readTimeline(moving, "breathe") ?? readTimeline(moving, "bob")) !== undefined, kind);
    }
  }
});

Deno.test("planAnimal() keeps all of an animal inside of the picture while it moves", () => {
  for (const kind of ANIMALS) {
    for (let i = 0; i < 40; i++) {
      const { alt, draw } = planAnimal(kind, toAnimalId(kind, `name ${i}`), { background: "none", motion: true })!;
      assert(readEdge(holdStill(draw())) < 255 * 2.5 / 4, alt);
    }
  }
});

/** Returns a still picture with each part where it is in the middle of its motion, unless that only makes it smaller. */
function holdStill(svg: string): string {
  const { rules } = readMotion(svg);
  return svg.replace(/<style>.*?<\/style>/, "").replace(/ class="([^"]*)"/g, (_, name: string) => {
    const [, turn] = /rotate\((.*?)deg\)/.exec(rules.get(`@keyframes ${name}`)!) ?? [];
    const [, x, y] = /transform-origin:(\d+)px (\d+)px/.exec(rules.get(`.${name}`)!) ?? [];
    if (turn !== undefined) return ` transform="rotate(${turn} ${x} ${y})"`;
    const [, rise] = /translateY\((.*?)px\)/.exec(rules.get(`@keyframes ${name}`)!) ?? [];
    return rise === undefined ? "" : ` transform="translate(0 ${rise})"`;
  });
}

/** Returns the greatest opacity of a pixel at the edges of a picture. */
function readEdge(svg: string): number {
  const side = 128;
  const { data } = renderPixels(svg, side);
  const opacityAt = (x: number, y: number) => data[4 * (side * y + x) + 3]!;
  const edges = Array.from({ length: side }, (_, i) => [[i, 0], [i, side - 1], [0, i], [side - 1, i]] as const);
  return Math.max(...edges.flat().map(([x, y]) => opacityAt(x, y)));
}
