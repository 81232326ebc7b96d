import { pickBelow, type Random, seedRandom } from "./random.ts";

// Movable parts are marked where they are drawn, and the whole drawing decides whether they move, so that no drawing
// function has to know. A mark looks like a tag with a name that no element can have: `<:sway -6 330 428>…</:>`.

/** How a part of an animal moves. */
export type Motion = keyof typeof MOTIONS;

/** A point of the plane. */
type Point = readonly [x: number, y: number];

/**
 * Marks a part that can move, around a point if its motion needs one. A part that turns is turned by this many degrees,
 * towards the middle of the picture, so that nothing leaves it.
 */
export function part(motion: Motion, content: string, around?: Point, turn = 0): string {
  return `<:${around === undefined ? motion : `${motion} ${turn} ${around[0]} ${around[1]}`}>${content}</:>`;
}

/** Removes the marks of a drawing. */
export function toStill(content: string): string {
  return content.replace(MARK, "");
}

/** Turns the marks of a drawing into groups that move, and adds their style. Each stream of numbers has other times. */
export function toMoving(content: string, random: Random): string {
  const rules = new Map<string, Rule>();
  const groups = content.replace(MARK, (_, mark?: string) => {
    if (mark === undefined) return "</g>";
    const rule = rules.get(mark) ?? toRule(mark, random);
    rules.set(mark, rule);
    return `<g class="${rule.name}">`;
  });
  if (rules.size === 0) return groups;
  const css = [...rules.values()].map((rule) => rule.css).join("");
  return `<style>@media (prefers-reduced-motion:no-preference){${css}}</style>${groups}`;
}

const MARK = /<:([^>]*)>|<\/:>/g;

/** How a motion runs. */
interface Timeline {
  /** The shortest and the longest time that it takes, in tenths of a second. */
  readonly tenths: readonly [min: number, max: number];
  /** Returns its keyframes. Each motion starts and ends with the still picture, so that those two are left out. */
  readonly toFrames: (turn: string, tenths: number, random: Random) => string;
  /** Returns the selector of the second one of two, so that it moves at another time. */
  readonly toSecond?: (name: string) => string;
  /** Whether its middle stays where it is, if it has no other point. */
  readonly isCentred?: boolean;
  /** Returns keyframes of everything in it but the first shape, given its own. */
  readonly toInnerFrames?: (frames: string) => string;
}

const toTurn: Timeline["toFrames"] = (turn) => `50%{transform:rotate(${turn}deg)}`;

// Only `transform` and `opacity` change, which needs no new layout.
const MOTIONS = {
  /** Eyes close two or three times. What is in them vanishes, so that only a dark line remains. */
  blink: {
    tenths: [70, 130],
    toFrames: (_, tenths, random) => toBlinks(tenths, random),
    isCentred: true,
    toInnerFrames: (frames) => frames.replaceAll("transform:none", "opacity:1").replaceAll(CLOSED, "opacity:0"),
  },
  /** A body breathes out. */
  breathe: { tenths: [34, 52], toFrames: () => "50%{transform:scale(.994,.984)}" },
  /** What floats sinks a little. */
  bob: { tenths: [34, 52], toFrames: () => "50%{transform:translateY(5px)}" },
  /** A tail, a wing or a fin turns slowly. */
  sway: { tenths: [28, 46], toFrames: toTurn },
  /** The tail of a dog or a paw turns. */
  wag: { tenths: [11, 15], toFrames: toTurn },
  /** A raised wing turns. */
  flap: { tenths: [9, 13], toFrames: toTurn },
  /** An ear turns for a moment. */
  twitch: {
    tenths: [50, 90],
    toFrames: (turn, tenths, random) =>
      toPulses([200 + pickBelow(random, 500)], tenths, 2, `transform:rotate(${turn}deg)`),
    // It is in a group that mirrors it.
    toSecond: (name) => `[transform^=m]>.${name}`,
  },
  /** The tail of a fish, seen from the side, turns towards the viewer and back. */
  swish: { tenths: [13, 21], toFrames: () => "50%{transform:scaleX(.82)}" },
  /** Letters, notes or bubbles rise and vanish, and come from below again. */
  rise: {
    tenths: [44, 66],
    toFrames: () =>
      "30%{opacity:1}60%{opacity:0;transform:translateY(-18px)}61%{opacity:0;transform:translateY(12px)}85%{opacity:1}",
    toSecond: (name) => `.${name}+.${name}`,
  },
} satisfies Readonly<Record<string, Timeline>>;

/** Closed eyes. */
const CLOSED = "transform:scaleY(.14)";

/** Two blinks far from each other, and perhaps one more shortly after the second one, as tired people do. */
function toBlinks(tenths: number, random: Random): string {
  const [first, second] = [80 + pickBelow(random, 280), 480 + pickBelow(random, 320)];
  const moments = pickBelow(random, 3) === 0 ? [first, second, second + Math.round(4000 / tenths)] : [first, second];
  return toPulses(moments, tenths, 1, CLOSED);
}

/**
 * Returns keyframes with a style at these moments, in thousandths of the time, for about `length` fifths of a second
 * each.
 */
function toPulses(moments: readonly number[], tenths: number, length: number, style: string): string {
  const half = Math.round(1000 * length / tenths);
  const toList = (shifts: readonly number[]) =>
    moments.flatMap((moment) => shifts.map((shift) => `${(moment + shift) / 10}%`)).join();
  return `${toList([-half, half])}{transform:none}${toList([0])}{${style}}`;
}

/** The style of one part: the name of its class and keyframes, and both of them. */
interface Rule {
  readonly name: string;
  readonly css: string;
}

function toRule(mark: string, random: Random): Rule {
  const [motion, turn = "", x, y] = mark.split(" ") as [Motion, ...string[]];
  const { tenths: [min, max], toFrames, toSecond, isCentred = false, toInnerFrames }: Timeline = MOTIONS[motion];
  const tenths = min + pickBelow(random, max - min + 1);
  const frames = toFrames(turn, tenths, random);
  const delay = toSecond === undefined ? 0 : 10 + pickBelow(random, tenths - 20);
  const origin = x !== undefined ? `;transform-origin:${x}px ${y}px` : isCentred ? MIDDLE : "";
  const animate = (name: string, keyframes: string, more = "") =>
    `{animation:${name} ${tenths / 10}s infinite${more}}@keyframes ${name}{${keyframes}}`;
  const write = (name: string) =>
    `.${name}${animate(name, frames, origin)}` +
    (toInnerFrames === undefined ? "" : `.${name}>*+*${animate(`${name}i`, toInnerFrames(frames))}`) +
    (toSecond === undefined ? "" : `${toSecond(name)}{animation-delay:${delay / 10}s}`);
  // It is short, and made of what it defines, so that many drawings can be in one page.
  const name = motion[0] + seedRandom(write(""))().toString(36);
  return { name, css: write(name) };
}

const MIDDLE = ";transform-box:fill-box;transform-origin:50%";
