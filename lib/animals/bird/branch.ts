import type { Scene } from "../kind.ts";
import { line, path } from "../shapes.ts";

const BARK = "#9a6b4a";
const LEAF = "#7dbb72";
const YOUNG_LEAF = "#94cc86";

const BRANCH_END = line("M420 444Q450 420 470 412", BARK, 12) +
  path("M470 412Q470 380 500 374Q508 404 470 412ZM60 446Q50 412 20 408Q18 440 60 446Z", LEAF) +
  path("M452 430Q484 424 496 446Q470 454 452 430Z", YOUNG_LEAF);

const BRANCH = line("M-10 462Q140 436 260 452T522 440", BARK, 22) + BRANCH_END;

const SHORT_BRANCH = BRANCH.replace("M-10 462", "M11 459").replace("T522 440", "T501 442");

// A twig with round ends, because without a background the branch would be cut off at both edges of the picture.
const TWIG = line("M104 458Q180 440 260 452T424 444", BARK, 22) + line("M366 446Q394 430 416 416", BARK, 12) +
  path("M416 416Q418 384 448 380Q454 410 416 416ZM140 446Q130 412 100 408Q98 440 140 446Z", LEAF) +
  path("M424 440Q456 428 472 448Q448 462 424 440Z", YOUNG_LEAF);

/** Draws the branch on which a bird sits. */
export function drawBranch({ isBare }: Scene): string {
  return isBare ? TWIG : BRANCH;
}

/** Lets the branch of a drawing end at its edges, so that in a group it does not reach into its neighbours. */
export function shortenBranch(svg: string): string {
  return svg.replace(BRANCH, SHORT_BRANCH);
}
