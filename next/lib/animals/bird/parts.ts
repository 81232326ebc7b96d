import { part } from "../motion.ts";
import { darker, edgeOf, INK, isDistinct, lighter, PINK } from "../palette.ts";
import { dots, edged, line, pair, path } from "../shapes.ts";
import { type BeakShapes, type CoatShapes, CREST, TUFT, type WingShapes } from "./shapes.ts";
import { type BirdLook, RED } from "./traits.ts";

// The parts that a bird has in both views, each drawn with the shapes of one view.

/** Draws a body or a head with its pattern. */
export function drawCoat(shapes: CoatShapes, { coat: { base, mark, belly }, pattern }: BirdLook): string {
  const shadow = shapes.shadow === undefined ? "" : path(shapes.shadow, darker(base, .08));
  const marks = {
    speckled: dots(shapes.speckles, darker(belly, .36)),
    capped: path(shapes.cap, mark),
    "red-breasted": path(shapes.breast, RED),
    "bar-winged": "",
    plain: "",
  };
  return edged(edgeOf(base), path(shapes.outline, base)) + shadow + path(shapes.belly, belly) +
    marks[pattern as keyof typeof marks];
}

/** Draws a wing, or a pair of them. */
export function drawWing(
  shapes: WingShapes,
  { coat: { mark }, pattern }: BirdLook,
): string {
  const { outline, lines, bars = lines, isPair = false } = shapes;
  const edge = edgeOf(mark);
  const shape = path(outline, mark);
  const feathers = pattern === "bar-winged" ? line(bars, barOn(mark), 9) : line(lines, edge, 6);
  if (!isPair) return moveWing(shapes, edged(edge, shape) + feathers);
  return edged(edge, pair(moveWing(shapes, shape))) + pair(moveWing(shapes, feathers));
}

/** Marks a wing, or a part of it, as one that can move. */
export function moveWing({ motion, shoulder, turn }: WingShapes, wing: string): string {
  return part(motion, wing, shoulder, turn);
}

/** Draws a beak. */
export function drawBeak({ open, closed, tongue, smile }: BeakShapes, { pose, mood: { mouth } }: BirdLook): string {
  const isTongueOut = mouth === "tongue";
  const isOpen = pose.name === "singing" || mouth === "laugh" || (isTongueOut && pose.name !== "sleeping");
  if (isOpen) {
    return edged("#c26a1f", path(open.lower, "#d9772b")) + path(open.inside, "#7a2f45") +
      path(isTongueOut ? tongue : open.tongue, PINK) + edged("#c26a1f", path(open.upper, "#f4a63a"));
  }
  return edged("#c26a1f", path(closed.lower, "#d9772b")) + (isTongueOut ? path(closed.tongue, PINK) : "") +
    edged("#c26a1f", path(closed.upper, "#f4a63a")) +
    (mouth === "smile" && smile !== undefined ? line(smile, INK, 5) : "");
}

/** Draws legs and feet. */
export function drawFeet(data: string): string {
  return line(data, "#d9822b", 8);
}

/** Draws the feathers on the head of a tufted or crested bird. */
export function drawCrest({ crest, coat: { base, mark } }: BirdLook): string {
  if (crest === "tufted") return edged(edgeOf(base), path(TUFT, darker(base, .12)));
  return crest === "crested" ? edged(edgeOf(mark), path(CREST, mark)) : "";
}

/** Returns the colour of the bars on a wing. */
function barOn(wing: string): string {
  const pale = lighter(wing, .7);
  return isDistinct(pale, wing) ? pale : darker(wing, .4);
}
