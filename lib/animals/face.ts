import { part } from "./motion.ts";
import { BLUSH, blushOpacity, INK, inkOn, PINK } from "./palette.ts";
import { d, dot, line, oval, path } from "./shapes.ts";

/** A mood: the word for it, and the shapes of the eyes and the mouth. */
export interface Mood {
  readonly name: string;
  readonly eyes: readonly [EyeShape, EyeShape];
  readonly mouth: MouthShape;
}

type EyeShape = "open" | "wide" | "raised" | "smiling" | "wink" | "asleep" | "drowsy" | "heavy";
type MouthShape = "smile" | "laugh" | "tongue" | "small";

/** The moods of an animal that is awake. No two look the same in profile, where only the second eye is visible. */
export const MOODS: readonly Mood[] = [
  { name: "cheerful", eyes: ["open", "open"], mouth: "smile" },
  { name: "happy", eyes: ["smiling", "smiling"], mouth: "laugh" },
  { name: "winking", eyes: ["open", "wink"], mouth: "tongue" },
  { name: "sleepy", eyes: ["heavy", "heavy"], mouth: "small" },
  { name: "smug", eyes: ["drowsy", "drowsy"], mouth: "smile" },
  { name: "curious", eyes: ["wide", "raised"], mouth: "small" },
  { name: "playful", eyes: ["wide", "wide"], mouth: "tongue" },
  { name: "friendly", eyes: ["open", "open"], mouth: "laugh" },
];

/** The moods of an animal that sleeps. */
export const SLEEPING_MOODS: readonly Mood[] = [
  { name: "peaceful", eyes: ["asleep", "asleep"], mouth: "small" },
  { name: "contented", eyes: ["asleep", "asleep"], mouth: "smile" },
  { name: "dreaming", eyes: ["asleep", "asleep"], mouth: "tongue" },
];

/** All moods. */
export const ALL_MOODS: readonly Mood[] = [...MOODS, ...SLEEPING_MOODS];

/** The position, size and colours of one eye. */
export interface Eye {
  readonly at: readonly [number, number];
  readonly size: number;
  readonly iris: string;
  /** The colour of the face around the eye, which is the colour of the eyelid. */
  readonly lid: string;
  /** Whether it is the left one of two. */
  readonly isLeft?: boolean;
}

/** The size and iris of both eyes, the position and the lid of each. */
export interface Eyes extends Pick<Eye, "size" | "iris"> {
  readonly left: Eye["at"];
  readonly right: Eye["at"];
  readonly lids: readonly [string, string];
}

/** Draws both eyes. */
export function drawEyes({ eyes }: Mood, { left, right, size, iris, lids }: Eyes): string {
  return drawEye(eyes[0], { at: left, size, iris, lid: lids[0], isLeft: true }) +
    drawEye(eyes[1], { at: right, size, iris, lid: lids[1] });
}

/** Draws the only eye of a profile. A sleepy animal has it closed, because a heavy lid looks angry. */
export function drawProfileEye(mood: Mood, eye: Eye): string {
  return drawEye(isSleepy(mood) ? "asleep" : mood.eyes[1], eye);
}

/** Returns whether the eyes are about to close. */
export function isSleepy({ eyes }: Mood): boolean {
  return eyes[1] === "heavy";
}

function drawEye(shape: EyeShape, { at: [x, y], size, iris, lid, isLeft = false }: Eye): string {
  const width = size * 1.05;
  const ink = inkOn(lid);
  if (shape === "smiling") {
    return line(d`M${x - width} ${y + size * .3}q${width} ${-size * 1.3} ${2 * width} 0`, ink, 6);
  }
  if (shape === "asleep") return line(d`M${x - width} ${y}q${width} ${size * 1.1} ${2 * width} 0`, ink, 6);
  if (shape === "wink") {
    return line(d`M${x + size * .8} ${y - size * .6}L${x - size * .7} ${y}l${size * 1.5} ${size * .6}`, ink, 6);
  }
  const r = shape === "wide" || shape === "raised" ? size * 1.16 : size;
  const open = oval(x, y, r, r * 1.12, INK) + oval(x, y + r * .1, r * .82, r * .9, iris) +
    oval(x, y + r * .06, r * .52, r * .7, INK) + dot(x - r * .28, y - r * .38, r * .3, "#fff") +
    dot(x + r * .32, y + r * .44, r * .15, "#fff");
  if (shape === "raised") {
    return part("blink", open) + line(d`M${x - r * .7} ${y - r * 1.5}q${r * .7} ${-r * .5} ${r * 1.4} 0`, ink, 5);
  }
  if (shape !== "drowsy" && shape !== "heavy") return part("blink", open);
  // The lid of a sleepy eye hangs down on the outside. That of a smug one is an arch above a raised cheek. A straight
  // one looks angry.
  const [inner, outer, middle] = shape === "heavy" ? [.1, .66, -.3] : [.06, .06, -1.12];
  const [left, right] = [x - r * 1.1, x + r * 1.1];
  const [start, end] = (isLeft ? [outer, inner] : [inner, outer]).map((edge) => y + r * edge) as [number, number];
  const rim = d`Q${x} ${y + r * middle} `;
  const upper = path(
    d`M${left} ${start}C${left - r * .1} ${y - r * 1.85} ${right + r * .1} ${y - r * 1.85} ${right} ${end}` + rim +
      d`${left} ${start}Z`,
    lid,
  );
  const cheek = shape === "heavy" ? "" : path(
    d`M${left} ${y + r * .68}Q${x} ${y + r * .4} ${right} ${y + r * .68}C${right} ${y + r * 1.6} ${left} ${
      y + r * 1.6
    } ` +
      d`${left} ${y + r * .68}Z`,
    lid,
  );
  return part("blink", open + upper + cheek + line(d`M${left} ${start}` + rim + d`${right} ${end}`, ink, 5));
}

/** The top of the mouth below the nose, half its width, and the colour of its lines. */
export interface Mouth {
  readonly at: readonly [number, number];
  readonly width: number;
  readonly ink: string;
}

/** Draws the mouth. */
export function drawMouth(mood: Mood, { at: [x, y], width, ink }: Mouth): string {
  if (mood.mouth === "small") {
    return line(d`M${x - width * .4} ${y + 4}q${width * .4} ${width * .4} ${width * .8} 0`, ink, 5);
  }
  const smile = line(
    d`M${x - width} ${y}q${width * .5} ${width * .75} ${width} 0q${width * .5} ${width * .75} ${width} 0`,
    ink,
    5,
  );
  if (mood.mouth === "smile") return smile;
  const depth = mood.mouth === "laugh" ? width * 1.25 : width * .95;
  const half = width * .52;
  const inside = d`M${x - half} ${y + width * .34}q${half} ${-width * .2} ${2 * half} 0` +
    d`q${half * .1} ${depth} ${-half} ${depth}q${-half * 1.1} 0 ${-half} ${-depth}Z`;
  if (mood.mouth === "tongue") return path(inside, PINK) + smile;
  return path(inside, "#7a2f45") + oval(x, y + width * .34 + depth * .72, half * .62, depth * .26, PINK) + smile;
}

/** Draws a blush on both cheeks, at a distance of `gap` from the vertical axis, on fur of these colours. */
export function drawBlush(y: number, gap: number, size: number, [left, right]: readonly [string, string]): string {
  return drawCheek(256 - gap, y, size, left) + drawCheek(256 + gap, y, size, right);
}

/** Draws a blush on one cheek. */
export function drawCheek(x: number, y: number, size: number, fur: string): string {
  return oval(x, y, size, size * .62, BLUSH, blushOpacity(fur));
}
