import { darker, lighter } from "./palette.ts";
import { dot, dots, edged, group, line, oval, path } from "./shapes.ts";

/** The status that says "I'm a teapot". */
export const TEAPOT_STATUS = 418;

const GLAZE = "#8fcfc6";
const EDGE = darker(GLAZE, .45);
const ROSE = "#f2a9b8";

/** Draws the teapot that an animal sits in, instead of the sign that it holds, and its lid, which is on the head. */
export function drawTeapot(): string {
  const handle = "M412 276C474 258 500 306 492 356C484 402 450 428 410 424";
  const spout = "M112 420C48 404 56 344 44 304Q36 272 8 264Q14 242 42 238C86 248 92 300 108 318Z";
  const body = "M92 236H420C462 300 460 410 390 484Q256 506 122 484C52 410 50 300 92 236Z";
  return line(handle, EDGE, 32) + line(handle, GLAZE, 22) +
    edged(EDGE, path(spout, GLAZE), path(body, lighter(GLAZE, .62))) +
    `<rect x="76" y="222" width="360" height="22" rx="11" fill="${GLAZE}" stroke="${EDGE}" stroke-width="5"/>` +
    dots("88,336,7 424,336,7 92,382,7 420,382,7 108,426,7 404,426,7", ROSE) + drawLid() + drawSteam();
}

function drawLid(): string {
  const dome = path("M-58 0C-56-44 56-44 58 0Q0 22-58 0Z", GLAZE);
  return group("translate(256 78) rotate(6)", edged(EDGE, dot(0, -42, 12, ROSE), dome), oval(0, 2, 50, 7, EDGE, .25));
}

function drawSteam(): string {
  return line("M24 226q-14-16 0-32t0-32M50 212q-12-14 0-28t0-28", "#fff", 7);
}
