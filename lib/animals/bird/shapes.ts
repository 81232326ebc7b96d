import { toOutline } from "../outline.ts";

// All shapes of a bird, as path data. A bird looks to the left (SIDE_…), or at the viewer (FRONT_…), who then sees the
// left half of what it has twice.

/** The body of a bird, or its head alone. */
export interface CoatShapes {
  readonly outline: string;
  /** The shadow on the back. */
  readonly shadow?: string;
  /** The pale front, of a head only the throat. */
  readonly belly: string;
  /** The circles of a speckled bird. */
  readonly speckles: string;
  /** The cap of a capped bird. */
  readonly cap: string;
  /** The breast of a red-breasted bird. */
  readonly breast: string;
}

/** A wing. */
export interface WingShapes {
  readonly outline: string;
  /** The lines between its feathers. */
  readonly lines: string;
  /** The wider lines of a bar-winged bird, unless they are the same. */
  readonly bars?: string;
  /** Whether it is the left one of two. */
  readonly isPair?: boolean;
  /** How it moves: around its shoulder, by this many degrees. */
  readonly motion: "sway" | "flap";
  readonly shoulder: readonly [x: number, y: number];
  readonly turn: number;
}

/** A beak. */
export interface BeakShapes {
  /** Both halves of a closed beak, and the tip of the tongue between them, of a bird that dreams. */
  readonly closed: Readonly<Record<"upper" | "lower" | "tongue", string>>;
  /** Both halves of an open beak, the mouth between them, and the tongue in it. */
  readonly open: Readonly<Record<"upper" | "lower" | "inside" | "tongue", string>>;
  /** The tongue that is stuck out. */
  readonly tongue: string;
  readonly smile?: string;
}

const BODY = toOutline(
  "M92 236C90 150 150 92 228 92C300 92 336 136 358 200C376 250 404 268 404 316C404 380 334 424 250 424C150 424 94 340 92 236Z",
);

/** The body from the side. */
export const SIDE_BODY: CoatShapes = {
  outline: BODY.d,
  shadow: BODY.area(2.7, 3.6, "Q330 380"),
  belly: BODY.area(3.8, 4.95, "C180 226 300 290"),
  speckles: "140,306,7 180,312,7 160,344,7 204,348,7 136,338,7 184,382,7 222,386,7 160,376,7",
  cap: BODY.area(.25, 1.85, "C310 130 180 120"),
  breast: BODY.area(4.3, 5.02, "C170 214 276 290"),
};

// A bird has no neck: the head is the upper part of its body, with a round end.
const HEAD = toOutline(
  "M92 236C90 150 150 92 228 92C300 92 336 136 358 200C380 278 316 338 226 338C148 338 94 310 92 236Z",
);

/** The head from the side. */
export const SIDE_HEAD: CoatShapes = {
  outline: HEAD.d,
  belly: HEAD.area(2.5, 3.96, "C170 236 270 262"),
  speckles: "140,292,7 174,308,7 208,316,7 242,308,7 186,282,7 222,288,7",
  cap: HEAD.area(.25, 1.85, "C310 130 180 120"),
  breast: HEAD.area(3, 3.96, "C160 236 236 270"),
};

const FRONT = toOutline(
  "M256 86C336 86 370 150 382 224C394 292 404 328 388 366C368 408 318 424 256 424C194 424 144 408 124 366C108 328 118 292 130 224C142 150 176 86 256 86Z",
);

/** The body from the front. The breast follows it on both sides. */
export const FRONT_BODY: CoatShapes = {
  outline: FRONT.d,
  belly: FRONT.area(1.5, 4.5, "C150 226 362 226"),
  speckles: "200,346,7 232,362,7 280,362,7 312,346,7 204,386,7 256,392,7 308,386,7",
  cap: FRONT.area(5.42, 6.58, "C330 116 182 116"),
  breast: `${FRONT.cut(1.2, 1.66)}${FRONT.cut(4.34, 4.8, "C330 376 182 376 ")}C172 222 340 222 ${FRONT.at(1.2)}Z`,
};

const FRONT_FACE = toOutline(
  "M256 86C336 86 370 150 382 224C388 300 330 338 256 338C182 338 124 300 130 224C142 150 176 86 256 86Z",
);

/** The head from the front. */
export const FRONT_HEAD: CoatShapes = {
  outline: FRONT_FACE.d,
  belly: FRONT_FACE.area(1.1, 2.9, "C190 246 322 246"),
  speckles: "190,290,7 222,306,7 256,312,7 290,306,7 322,290,7",
  cap: FRONT_FACE.area(3.42, 4.58, "C330 116 182 116"),
  breast: FRONT_FACE.area(1.35, 2.65, "C210 262 302 262"),
};

/** The wing from the side. */
export const SIDE_WING: WingShapes = {
  outline: "M214 262C262 236 330 246 372 296C392 322 390 344 380 352C300 384 226 348 214 262Z",
  lines: "M282 300Q312 322 352 326M272 322Q300 344 336 348",
  bars: "M268 282Q300 312 358 322M252 306Q290 340 350 342",
  motion: "sway",
  shoulder: [224, 268],
  turn: -3,
};

/** The raised wing from the side. */
export const SIDE_RAISED_WING: WingShapes = {
  outline:
    "M262 318C244 236 296 128 372 100C390 94 398 108 390 122C406 122 412 138 402 152C416 156 418 174 406 186C416 192 416 208 404 218C384 278 326 330 262 318Z",
  lines: "M300 262Q344 222 366 170M318 284Q356 256 382 214",
  motion: "flap",
  shoulder: [270, 312],
  turn: -7,
};

/** The wings from the front. */
export const FRONT_WING: WingShapes = {
  outline: "M142 304C104 318 84 352 90 398C94 410 108 412 118 402C146 380 164 352 162 324C160 308 152 300 142 304Z",
  lines: "M112 384Q134 362 142 334M130 386Q148 366 154 342",
  isPair: true,
  motion: "sway",
  shoulder: [148, 308],
  turn: 4,
};

/** The raised wings from the front. */
export const FRONT_RAISED_WING: WingShapes = {
  outline:
    "M158 338C104 320 52 258 34 178C32 162 48 158 56 170C56 154 74 150 82 164C86 148 104 150 108 166C136 196 168 244 176 300Z",
  lines: "M140 300Q96 258 70 204M154 284Q120 246 98 196",
  isPair: true,
  motion: "flap",
  shoulder: [166, 322],
  turn: 6,
};

/** The tip of a wing, around 0 0. */
export const WING_TIP = {
  outline: "M-40-28Q0-44 40-28Q44-4 36 14A14 14 0 0 1 12 20A13 13 0 0 1-12 20A14 14 0 0 1-36 14Q-44-4-40-28Z",
  lines: "M-14-4L-10 14M12-4L10 14",
} as const;

/** The beak from the side. An open beak points up, because the bird sings. */
export const SIDE_BEAK: BeakShapes = {
  closed: {
    upper: "M112 194Q66 204 52 230Q86 244 118 238Z",
    lower: "M102 230Q72 240 66 236Q80 256 112 250Z",
    tongue: "M70 232C61 242 61 255 70 258C80 260 88 250 92 240Z",
  },
  open: {
    upper: "M116 182C90 170 60 174 43 193C67 198 99 212 124 232C130 214 128 194 116 182Z",
    lower: "M124 230C102 238 80 248 62 266C82 280 108 276 120 260C127 251 128 240 124 230Z",
    inside: "M124 231C104 216 84 206 66 200Q82 228 76 256C90 246 106 238 124 231Z",
    tongue: "M116 238C104 226 92 228 84 236C80 242 79 248 78 254C90 247 102 242 116 238Z",
  },
  tongue: "M116 234C98 218 74 216 60 226C54 236 60 246 72 246C88 246 104 242 116 234Z",
  smile: "M122 246Q134 246 138 236",
};

/** The beak from the front. */
export const FRONT_BEAK: BeakShapes = {
  closed: {
    upper: "M226 216Q256 190 286 216Q280 240 256 250Q232 240 226 216Z",
    lower: "M240 236Q256 246 272 236Q268 256 256 260Q244 256 240 236Z",
    tongue: "M246 244Q256 250 266 244Q270 270 256 271Q242 270 246 244Z",
  },
  open: {
    upper: "M226 214C235 194 246 188 256 188C266 188 277 194 286 214C277 226 267 234 256 238C245 234 235 226 226 214Z",
    lower: "M228 218C242 230 270 230 284 218C288 252 276 280 256 280C236 280 224 252 228 218Z",
    inside: "M235 224C246 230 266 230 277 224C277 250 270 270 256 270C242 270 235 250 235 224Z",
    tongue: "M240 255C246 247 252 246 256 250C260 246 266 247 272 255C268 265 262 270 256 270C250 270 244 265 240 255Z",
  },
  tongue: "M243 248C249 242 263 242 269 248C273 268 269 287 256 287C243 287 239 268 243 248Z",
};

/** The tail, and the line between its feathers. */
export const TAIL = {
  outline: "M360 290L470 236Q486 232 484 248L476 262L492 268Q502 276 490 286L400 356Z",
  lines: "M398 310L476 262",
} as const;

/** The legs and feet of a bird on a branch. */
export const FEET =
  "M216 414V440M216 440L198 450M216 440L218 454M216 440L234 450M280 416V440M280 440L262 450M280 440L282 454M280 440L298 450";

/** The legs of a bird that flies. */
export const FLYING_LEGS = { side: "M232 420l26 16M272 420l26 12", front: "M216 416l-6 22M280 416l6 22" } as const;

/** The feathers on the head of a tufted bird, from the side. */
export const TUFT =
  "M204 112C180 96 170 66 184 46C204 56 218 82 222 106ZM238 106C246 80 262 58 284 54C288 78 270 102 252 114ZM218 106C206 78 212 46 232 28C250 48 248 80 240 106Z";

/** The feathers on the head of a crested bird, from the side. */
export const CREST =
  "M182 120C172 88 192 62 216 68C222 44 256 40 266 62C290 52 312 74 300 96C308 106 304 118 296 128C260 100 216 100 182 120Z";

/** The scarf from the front, which follows the body on both sides, and the left half of its stripes. */
export const SCARF = {
  outline: `${FRONT.cut(1.16, 1.42)}${FRONT.cut(4.58, 4.84, "Q256 372 ")}Q256 318 ${FRONT.at(1.16)}Z`,
  stripes: "M162 280Q156 292 160 306M206 294Q200 308 204 322",
} as const;
