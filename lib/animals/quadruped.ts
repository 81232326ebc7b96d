import type { Face, Layers } from "./document.ts";
import { type Look, type Pose, wear } from "./look.ts";
import { part } from "./motion.ts";
import { toOutline } from "./outline.ts";
import { darker, edgeOf, lighter, PINK } from "./palette.ts";
import { type Background, drawBackground, drawFaceBackground, drawShadow, drawSnores } from "./scene.ts";
import { d, dots, edged, group, line, mirrored, mirroredIf, oval, pair, path } from "./shapes.ts";

/** The poses of animals on four paws. */
export const POSES = [
  { name: "sitting", stance: "sitting", words: ", sitting" },
  { name: "waving", stance: "sitting", words: ", waving a paw" },
  { name: "walking", stance: "walking", words: ", walking" },
  { name: "lying", stance: "lying", words: ", lying down" },
  { name: "sleeping", stance: "curled", words: ", curled up asleep" },
] as const satisfies readonly (Pose & { readonly stance: string })[];

/** A pose of an animal on four paws. */
export type QuadrupedPose = typeof POSES[number];

/** The shape of the body, which poses share. */
export type Stance = QuadrupedPose["stance"];

/** The body of each stance. It looks to the left, or to the viewer. The head is drawn in front of it. */
export const BODIES = {
  sitting: toOutline(
    "M162 414C158 332 194 254 256 254C318 254 354 332 350 414C350 447 330 460 300 460C270 460 242 460 212 460C182 460 162 447 162 414Z",
  ),
  lying: toOutline(
    "M108 408C104 330 166 276 256 276C346 276 408 330 404 408C404 446 376 460 340 460C290 460 222 460 172 460C136 460 108 446 108 408Z",
  ),
  walking: toOutline(
    "M138 338C138 280 196 264 270 268C350 260 422 276 428 344C432 396 374 404 290 404C200 406 138 398 138 338Z",
  ),
  curled: toOutline(
    "M92 420C86 336 164 276 266 276C368 276 436 338 430 414C428 448 396 460 350 460C290 460 230 460 170 460C122 460 94 450 92 420Z",
  ),
} as const;

/** Where the head goes: the x of its middle, the y of its chin, and its size. */
const HEADS = {
  sitting: [256, 303, 1],
  lying: [256, 341, 1],
  walking: [180, 322, .86],
  curled: [196, 444, .86],
} as const;

/** Where a band goes around the neck of an animal that walks: behind its head, inside of its body. */
const WALKING_NECK = [208, 316, .68] as const;

/** The traits of an animal on four paws that its head does not decide. */
export interface QuadrupedLook extends Look<Background, QuadrupedPose> {
  /** The turn of the head in degrees. */
  readonly tilt: number;
  readonly isMirrored: boolean;
}

/** The parts of one animal on four paws. The tail and the markings belong to its stance. */
export interface Quadruped extends QuadrupedLook {
  readonly base: string;
  /** The colour of the lower legs. */
  readonly sock: string;
  readonly tail: string;
  /** Markings on the body, behind the legs. */
  readonly marks: string;
  /** The head as seen by the viewer: its middle is at 256, its chin at 303. */
  readonly head: string;
}

/** Draws an animal on four paws in front of its background. */
export function drawQuadruped(animal: Quadruped): Layers {
  const { pose: { stance }, accessory, tilt, isMirrored } = animal;
  const [x, chin, size] = HEADS[stance];
  const transform = `translate(${x - 256 * size} ${Math.round(chin - 303 * size)}) scale(${size})`;
  const head = group(`${size === 1 ? `translate(0 ${chin - 303})` : transform} rotate(${tilt} 256 290)`, animal.head);
  const isAround = stance === "walking" && accessory.name !== "bow tie";
  const neck = wear(accessory, { neck: isAround ? WALKING_NECK : [x, chin - 6, .96 * size] });
  const body = DRAW_BODY[stance](animal, edgeOf(animal.base));
  const drawn = drawShadow(...SHADOWS[stance]) + part("breathe", body + neck + head, [256, 460]);
  const sized = stance === "curled" ? group("matrix(1.14 0 0 1.14 -36 -64)", drawn) : drawn;
  return {
    background: drawBackground(animal.background),
    animal: mirroredIf(isMirrored, sized) + drawSnores(animal, 366, 214),
  };
}

/** Options of {@linkcode drawQuadrupedFace}. */
export interface QuadrupedFaceOptions extends Pick<Quadruped, "head" | "sock"> {
  /** The side of the square that contains head and ears. */
  readonly side: number;
}

/** Draws the head of an animal on four paws as its face. */
export function drawQuadrupedFace(traits: QuadrupedLook, { head, sock, side }: QuadrupedFaceOptions): Face {
  const { background, accessory, tilt, isMirrored } = traits;
  return {
    background: drawFaceBackground(background),
    head: mirroredIf(isMirrored, group(`rotate(${tilt} 256 290)`, head)),
    // A hat is higher than the ears.
    box: accessory.place === "head" ? [256, 168, Math.max(380, side)] : [256, 184, side],
    chin: 310,
    hand: edged(edgeOf(sock), oval(0, 0, 38, 27, lighter(sock, .12))) + line("M-12 6v14M12 6v14", edgeOf(sock), 5),
  };
}

/** The left and the right end of the shadow of each stance. */
const SHADOWS: Readonly<Record<Stance, readonly [from: number, to: number]>> = {
  sitting: [130, 400],
  lying: [90, 430],
  walking: [120, 440],
  curled: [70, 450],
};

/** Where the tail of each stance grows out of the body, except that of a curled animal, which does not move. */
export const TAIL_ROOTS = { sitting: [330, 426], lying: [372, 438], walking: [410, 316] } as const;

const DRAW_BODY: Readonly<Record<Stance, (animal: Quadruped, edge: string) => string>> = {
  sitting: drawSitting,
  lying: drawLying,
  walking: drawWalking,
  curled: drawCurled,
};

/**
 * Draws the tail of a curled animal, around its paws. Its outer side is first that of the body. A tail of the colour of
 * the body has no edge where it starts.
 */
export function drawWrappedTail(colour: string, width: number, base: string): string {
  const x = BODY_RIGHT - width / 2;
  const rest = d`C${x} 442 ${x - 26} 447 336 447Q306 447 282 440`;
  const tail = d`M${x - 9} 372Q${x} 384 ${x} 398` + rest;
  const edge = colour === base ? d`M${x} 398` + rest : tail;
  return line(edge, edgeOf(colour), width + 5) + line(tail, colour, width);
}

/** The right side of a curled body. */
const BODY_RIGHT = 430;

const LEG = "M256 372V446H204Q202 400 212 372Z";
const STOCKING = "M256 398L246 408L232 399L220 410L205 402Q203 424 204 446H256Z";

function drawSitting({ pose, base, sock, tail, marks }: Quadruped, edge: string): string {
  const isWaving = pose.name === "waving";
  const leg = path(LEG, base) + (sock === base ? "" : path(STOCKING, sock)) +
    line("M204 440Q203 396 213 364", edge, 4) +
    drawPaw(226, 448, sock);
  // The tail is on the other side of the raised paw.
  return mirroredIf(isWaving, tail) + edged(edge, path(BODIES.sitting.d, base)) +
    (isWaving ? drawArm(base, sock, edge) : "") + marks +
    pair(oval(184, 424, 40, 35, darker(base, .07)) + line("M150 438C142 408 158 390 182 390", edge, 4)) +
    leg + (isWaving ? "" : mirrored(leg)) + line("M256 372V452", edge, 4);
}

// The raised leg starts at the shoulder, inside the chest, where it has no edge.
function drawArm(base: string, sock: string, edge: string): string {
  return line("M322 354C350 390 388 384 404 342", edge, 53) + line("M300 318C322 390 386 394 404 342", base, 48) +
    line("M306 370C330 394 356 400 380 392", edge, 4) +
    (sock === base ? "" : line("M397 362Q402 353 404 342", sock, 48)) +
    part("wag", drawRaisedPaw(sock), [404, 350], -9);
}

function drawRaisedPaw(sock: string): string {
  return edged(edgeOf(sock), oval(408, 328, 30, 28, lighter(sock, .12))) + oval(409, 336, 12, 9, PINK) +
    dots("393,321,5 408,315,5 423,321,5", PINK);
}

function drawLying({ base, sock, tail, marks }: Quadruped, edge: string): string {
  return tail + edged(edge, path(BODIES.lying.d, base)) + marks +
    pair(line("M150 452C126 430 134 396 164 392", edge, 4)) + pair(drawPaw(222, 447, sock, 1.2));
}

function drawWalking({ base, sock, tail, marks }: Quadruped, edge: string): string {
  // The edge of a leg starts below the body, so that the leg grows out of it.
  const leg = ([thigh, shin, foot]: typeof LEGS[number], x: number, shade: number) =>
    line(shin, edge, 47) + line(thigh, darker(base, shade), 42) +
    (sock === base ? "" : line(foot, darker(sock, shade), 42)) + drawPaw(x, 446, darker(sock, shade));
  return tail + leg(LEGS[0], 246, .14) + leg(LEGS[1], 316, .14) +
    edged(edge, path(BODIES.walking.d, base)) + marks + leg(LEGS[2], 162, 0) + leg(LEGS[3], 388, 0) +
    line("M356 350C348 368 352 384 362 396", edge, 4);
}

/** The course of each leg of an animal that walks, then the part below the body, then the part that a sock covers. */
const LEGS = [
  ["M236 376L256 436", "M246 406L256 436", "M249 416L256 436"],
  ["M352 376L326 436", "M338 406L326 436", "M334 416L326 436"],
  ["M188 380L172 436", "M181 406L172 436", "M178 416L172 436"],
  ["M386 380L398 436", "M392 406L398 436", "M394 416L398 436"],
] as const;

function drawCurled({ base, sock, tail, marks }: Quadruped, edge: string): string {
  return edged(edge, path(BODIES.curled.d, base)) + marks +
    line("M300 452C268 400 300 344 366 346", edge, 5) + drawPaw(310, 447, sock, 1.1) + tail +
    drawPaw(132, 448, sock, 1.1);
}

function drawPaw(x: number, y: number, fur: string, size = 1): string {
  return edged(edgeOf(fur), oval(x, y, 28 * size, 16 * size, lighter(fur, .12))) +
    line(`M${x - 7} ${y + 4}v7M${x + 6} ${y + 4}v7`, edgeOf(fur), 4);
}
