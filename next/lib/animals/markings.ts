import { BODIES, type Stance } from "./quadruped.ts";
import { darker, lighter } from "./palette.ts";
import { oval, path } from "./shapes.ts";

/** Draws the shade of the head on the body, a pale belly, and a light chest where the head does not cover it. */
export function drawFront(stance: Stance, base: string, belly: string, chest: string): string {
  const shade = darker(base, .1);
  if (stance === "sitting") return BODIES.sitting.patch(.6, 1.4, "Q256 350", shade) + path(CHEST, chest);
  if (stance === "lying") return BODIES.lying.patch(.6, 1.4, "Q256 386", shade) + oval(256, 372, 50, 40, chest);
  if (stance === "curled") return "";
  return BODIES.walking.patch(2.3, 3.3, "Q290 380", lighter(belly, .3)) +
    BODIES.walking.patch(3.5, 3.98, "Q200 344", chest);
}

const CHEST =
  "M204 282Q256 300 308 282Q314 330 292 352L282 342L271 368L256 352L241 368L230 342L220 352Q198 330 204 282Z";

/** The circles of the spots on the body. */
export const SPOTS: Readonly<Record<Stance, string>> = {
  sitting: "192,340,11 178,372,9 208,366,8 318,338,11 334,372,9 302,368,8",
  lying: "150,360,11 130,392,9 172,388,10 156,422,9 362,360,11 384,392,9 340,388,10 358,422,9",
  walking: "306,300,12 344,322,10 380,300,11 298,344,9 400,338,10 336,364,9 262,372,9",
  curled: "306,304,12 346,322,11 262,294,9 330,362,9 380,338,8",
};

/** The path data of the stripes on the body. */
export const STRIPES: Readonly<Record<Stance, string>> = {
  sitting: "M186 338Q198 334 210 344M174 366Q190 362 206 372M326 338Q314 334 302 344M338 366Q322 362 306 372",
  lying: "M150 354Q168 348 186 360M128 384Q150 376 172 388M362 354Q344 348 326 360M384 384Q362 376 340 388",
  walking: "M300 276Q306 300 300 322M338 276Q346 302 340 328M374 282Q384 304 380 326",
  curled: "M296 292Q304 312 300 334M338 304Q344 324 338 342M376 328Q376 346 366 358",
};

/** Draws two patches, at the upper back and at the rear. */
export function drawPatches(stance: Stance, front: string, rear: string): string {
  const body = BODIES[stance];
  if (stance === "walking") return body.patch(1.2, 1.95, "Q350 352", rear) + body.patch(.4, .95, "Q260 340", front);
  if (stance === "curled") return body.patch(1.25, 1.95, "Q340 380", rear) + body.patch(.6, 1.02, "Q250 350", front);
  return body.patch(1.4, 1.95, "Q300 384", rear) + body.patch(.05, .5, "Q222 390", front);
}
