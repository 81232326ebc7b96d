import { drawFabric, drawScarfEnd } from "./accessories.ts";
import { drawBranch } from "./bird/branch.ts";
import { drawBeak, drawCoat, drawCrest, drawFeet, drawWing, moveWing } from "./bird/parts.ts";
import {
  FEET,
  FLYING_LEGS,
  FRONT_BEAK,
  FRONT_BODY,
  FRONT_HEAD,
  FRONT_RAISED_WING,
  FRONT_WING,
  SCARF,
  SIDE_BEAK,
  SIDE_BODY,
  SIDE_HEAD,
  SIDE_RAISED_WING,
  SIDE_WING,
  TAIL,
  WING_TIP,
} from "./bird/shapes.ts";
import { BIRD, type BirdLook, isFrontal } from "./bird/traits.ts";
import type { Face, Layers } from "./document.ts";
import { drawCheek, drawEyes, drawProfileEye } from "./face.ts";
import { wear } from "./look.ts";
import { part } from "./motion.ts";
import { darker, edgeOf, lighter } from "./palette.ts";
import { createPlanner, type Planner } from "./plan.ts";
import { drawBackground, drawFaceBackground, drawSnores } from "./scene.ts";
import { dot, edged, group, line, mirroredIf, pair, path, SIDE } from "./shapes.ts";
import type { Scene } from "./kind.ts";

/** Plans round birds. */
export const BIRDS: Planner = createPlanner({
  ...BIRD,
  draw: (traits, scene) => drawBird(BIRD.toLook(traits, scene.fill), scene),
  drawFace: (traits, fill) => drawFace(BIRD.toLook(traits, fill)),
});

function drawBird(traits: BirdLook, scene: Scene): Layers {
  const { pose, isMirrored, background, accessory } = traits;
  const isFlying = pose.name === "flying";
  const isInFront = isFrontal(accessory.name);
  const body = isInFront ? drawFrontalBody(traits) : drawBody(traits);
  const bird = isFlying && !isInFront ? group("translate(18 6) scale(.93) rotate(8 256 256)", body) : body;
  const sounds = pose.name === "singing" ? mirroredIf(isMirrored, drawNotes(traits)) : "";
  return {
    background: drawBackground(background),
    animal: (isFlying ? "" : drawBranch(scene)) +
      mirroredIf(isMirrored, part(isFlying ? "bob" : "breathe", bird, [256, 446])) + sounds +
      drawSnores(traits, isInFront ? 390 : 366, 150),
  };
}

function drawBody(traits: BirdLook): string {
  const { coat: { mark }, pose } = traits;
  const isFlying = pose.name === "flying";
  const farWing = group(
    "translate(16 -34)",
    moveWing(SIDE_RAISED_WING, path(SIDE_RAISED_WING.outline, darker(mark, .16))),
  );
  const tail = edged(edgeOf(mark), path(TAIL.outline, mark)) + line(TAIL.lines, edgeOf(mark), 5);
  return part("sway", tail, [372, 322], -5) +
    (isFlying ? edged(edgeOf(mark), farWing) : "") + drawCrest(traits) + drawFeet(isFlying ? FLYING_LEGS.side : FEET) +
    drawCoat(SIDE_BODY, traits) + drawNearWing(traits) + drawProfile(traits);
}

function drawNearWing(traits: BirdLook): string {
  const { pose } = traits;
  if (pose.name === "flapping") return drawWing(SIDE_RAISED_WING, traits);
  // A bird that flies lowers this wing.
  if (pose.name === "flying") return group("matrix(1 0 0 -1 4 548)", drawWing(SIDE_RAISED_WING, traits));
  return drawWing(SIDE_WING, traits);
}

function drawProfile(traits: BirdLook): string {
  const { coat: { base }, accessory, mood } = traits;
  return drawBeak(SIDE_BEAK, traits) +
    drawProfileEye(mood, { at: [190, 194], size: 27, iris: traits.iris, lid: base }) +
    drawCheek(216, 244, 24, base) + wear(accessory, { head: [212, 106, .86, -12], side: [262, 122, .9] });
}

/** What is worn around the neck, which is as wide as the body, and not in its middle. */
const NECKS: Readonly<Record<string, readonly [number, number, number]>> = {
  collar: [256, 268, 1.38],
  bandana: [256, 262, 1.3],
};

function drawFrontalBody(traits: BirdLook): string {
  const { accessory, pose } = traits;
  const isFlying = pose.name === "flying";
  const isRaised = isFlying || pose.name === "flapping";
  const wings = drawWing(isRaised ? FRONT_RAISED_WING : FRONT_WING, traits);
  const garment = accessory.name === "scarf"
    ? drawScarf(accessory.hex)
    : wear(accessory, { neck: NECKS[accessory.name] ?? [256, 288, .92] });
  return (isRaised ? wings : "") + drawFrontalCrest(traits) +
    group("translate(8 0)", drawFeet(isFlying ? FLYING_LEGS.front : FEET)) +
    drawCoat(FRONT_BODY, traits) + garment + (isRaised ? "" : wings) + drawFrontalFace(traits);
}

function drawFrontalCrest(traits: BirdLook): string {
  return group("translate(24 -8)", drawCrest(traits));
}

function drawScarf(hex: string): string {
  return group("translate(282 308) scale(.86)", drawScarfEnd(hex)) + drawFabric(hex, path(SCARF.outline, hex)) +
    pair(line(SCARF.stripes, lighter(hex, .5), 6));
}

function drawFrontalFace(traits: BirdLook): string {
  const { coat: { base }, mood, accessory } = traits;
  return drawCheek(174, 238, 22, base) + drawCheek(338, 238, 22, base) +
    drawEyes(mood, { left: [204, 190], right: [308, 190], size: 25, iris: traits.iris, lids: [base, base] }) +
    drawBeak(FRONT_BEAK, traits) + wear(accessory, { eyes: [256, 192, 1.02] });
}

function drawNotes({ background: { hex } }: BirdLook): string {
  const ink = darker(hex, .5);
  const note = dot(0, 0, 10, ink) + line("M8-2V-40L30-46V-10", ink, 5) + dot(22, -8, 10, ink);
  const other = dot(0, 0, 10, ink) + line("M8-2V-40Q24-34 22-18", ink, 5);
  return part("rise", group("translate(44 150) rotate(-10)", note)) +
    part("rise", group("translate(100 84) scale(.8)", other));
}

function drawFace(traits: BirdLook): Face {
  const { coat: { mark }, background, accessory, crest, isMirrored } = traits;
  const isInFront = isFrontal(accessory.name);
  const head = isInFront
    ? drawFrontalCrest(traits) + drawCoat(FRONT_HEAD, traits) + drawFrontalFace(traits)
    : drawCrest(traits) + drawCoat(SIDE_HEAD, traits) + drawProfile(traits);
  const x = isInFront ? 256 : isMirrored ? SIDE - 206 : 206;
  return {
    background: drawFaceBackground(background),
    head: mirroredIf(isMirrored, head),
    // Hats and tufts are higher than the head.
    box: accessory.place === "head" || crest === "tufted" ? [x, 178, 368] : [x, 194, 344],
    chin: 318,
    hand: edged(edgeOf(mark), path(WING_TIP.outline, mark)) + line(WING_TIP.lines, edgeOf(mark), 5),
  };
}
