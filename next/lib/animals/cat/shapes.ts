import { type Outline, toOutline } from "../outline.ts";

// The shapes of a cat's head and ears, as path data. Of what a cat has twice, it is the left one.

/** The shape of a head, with the markings that follow it. */
interface CatHead {
  readonly outline: Outline;
  /** The word before the kind, none for the usual shape. */
  readonly words: string;
  /** How ears are moved to this head, if at all. */
  readonly earTransform: string;
  /** The distance of each eye from the vertical axis. */
  readonly eyes: number;
  /** The size of glasses. */
  readonly glasses: number;
  /** The x of what it wears beside its right ear. */
  readonly side: number;
  /** The distance of each blush from the vertical axis, and its size. */
  readonly blush: readonly [number, number];
  readonly whiskers: string;
  /** Half the width and height of the pale fur around the mouth. */
  readonly muzzle: readonly [number, number];
  /** The stripes of a tabby: those of the forehead, and those of the left cheek. */
  readonly stripes: readonly [string, string];
  /** The white face of a tuxedo cat. */
  readonly blaze: string;
  /** The patches of a calico cat: the right one, the left one and the chin. */
  readonly patches: readonly [string, string, string];
  /** The mask of a pointed cat: its y, half its width and height. */
  readonly mask: readonly [number, number, number];
  /** The spots: those of the forehead, and those of the left cheek. */
  readonly spots: readonly [string, string];
  /** The side of the square that contains the head with its whiskers. */
  readonly faceSide: number;
}

const ROUND = toOutline(
  "M256 96C336 96 386 142 386 202C386 264 330 300 256 300C182 300 126 264 126 202C126 142 176 96 256 96Z",
);
const SLIM = toOutline(
  "M256 92C314 92 354 128 356 180C358 232 308 310 256 310C204 310 154 232 156 180C158 128 198 92 256 92Z",
);
const FLUFFY = toOutline(
  "M256 94C326 94 374 126 382 172C386 190 398 202 416 208C410 220 402 225 391 227C395 237 403 244 412 248C402 258 390 262 377 261C378 268 381 274 386 279C350 296 306 309 256 309C206 309 162 296 126 279C131 274 134 268 135 261C122 262 110 258 100 248C109 244 117 237 121 227C110 225 102 220 96 208C114 202 126 190 130 172C138 126 186 94 256 94Z",
);

/** The heads of cats. */
export const CAT_HEADS = {
  round: {
    outline: ROUND,
    words: "",
    earTransform: "",
    eyes: 52,
    glasses: 1.04,
    side: 356,
    blush: [82, 22],
    whiskers: "M158 232L96 222M158 246L94 252",
    muzzle: [58, 32],
    stripes: ["M256 108V138M228 110Q229 120 231 130M284 110Q283 120 281 130", "M136 198H160M140 224H158"],
    blaze: ROUND.area(1.4, 2.6, "C214 238 246 206 256 150C266 206 298 238"),
    patches: [
      ROUND.area(.1, 1.05, "C290 290 250 150"),
      ROUND.area(2.8, 3.75, "C270 150 240 270"),
      ROUND.area(1.5, 2.5, "C210 226 302 226"),
    ],
    mask: [224, 100, 70],
    spots: ["256,116,12 226,128,10 286,128,10", "144,214,10 162,190,8"],
    faceSide: 360,
  },
  slim: {
    outline: SLIM,
    words: "slim-faced",
    earTransform: "translate(23 -8)",
    eyes: 46,
    glasses: .92,
    side: 340,
    blush: [56, 17],
    whiskers: "M184 240L124 230M190 254L130 262",
    muzzle: [44, 32],
    stripes: ["M256 106V136M230 108Q231 118 233 128M282 108Q281 118 279 128", "M164 188H172M170 210H178"],
    blaze: SLIM.area(1.42, 2.58, "C226 238 248 206 256 146C264 206 286 238"),
    patches: [
      SLIM.area(.1, 1.1, "C290 290 250 150"),
      SLIM.area(2.62, 3.75, "C270 150 250 282"),
      SLIM.area(1.6, 2.4, "C222 232 290 232"),
    ],
    mask: [224, 80, 74],
    spots: ["256,114,12 228,126,10 284,126,10", "166,206,7 172,186,6"],
    faceSide: 360,
  },
  fluffy: {
    outline: FLUFFY,
    words: "fluffy-cheeked",
    earTransform: "",
    eyes: 54,
    glasses: 1.08,
    side: 356,
    blush: [88, 22],
    whiskers: "M150 234L84 226M150 248L82 258",
    muzzle: [62, 34],
    stripes: ["M256 106V136M228 108Q229 118 231 128M284 108Q283 118 281 128", "M122 206H148M134 228H154"],
    blaze: FLUFFY.area(6, 8, "C214 238 246 206 256 150C266 206 298 238"),
    patches: [
      FLUFFY.area(.1, 2.5, "C290 296 246 150"),
      FLUFFY.area(10.5, 13.75, "C270 150 246 288"),
      FLUFFY.area(6.2, 7.8, "C206 224 306 224"),
    ],
    mask: [226, 106, 72],
    spots: ["256,114,12 226,126,10 286,126,10", "138,214,10 158,190,8"],
    faceSide: 376,
  },
} as const satisfies Readonly<Record<string, CatHead>>;

/** The shape of ears. */
interface CatEars {
  /** The word before the kind, none for the usual shape. */
  readonly words: string;
  readonly outer: string;
  readonly inner: string;
  /** The long hair at the tip, of another colour. */
  readonly tuft: string;
  /** The side of the square that contains the head with these ears. */
  readonly faceSide: number;
  /** Whether the ear hangs in front of the head, so that its inside is hidden. */
  readonly isFolded: boolean;
}

/** The ears of cats. */
export const CAT_EARS = {
  pointed: {
    words: "",
    outer: "M138 190C126 150 124 104 132 76C136 62 148 60 158 68C186 88 214 112 228 132Z",
    inner: "M152 166C146 140 145 116 149 98C150 92 154 91 159 95C176 107 192 122 202 134Z",
    tuft: "",
    faceSide: 360,
    isFolded: false,
  },
  tufted: {
    words: "tuft-eared",
    outer: "M136 190C122 150 118 106 126 76C130 62 140 60 150 67C182 89 214 112 230 132Z",
    inner: "M152 168C144 142 140 116 143 96C150 104 156 112 160 122C166 116 172 112 180 110C190 118 198 126 204 134Z",
    tuft:
      "M121 96C121 86 122 80 124 74C124 58 120 42 110 28C120 32 128 39 133 47C134 39 133 30 129 20C143 32 150 50 150 67C157 72 164 77 170 81C156 94 138 100 121 96Z",
    faceSide: 396,
    isFolded: false,
  },
  folded: {
    words: "fold-eared",
    outer: "M134 152C130 122 144 98 166 94C184 92 202 99 214 109C206 128 184 146 158 156C148 160 139 160 134 152Z",
    inner: "",
    tuft: "",
    faceSide: 360,
    isFolded: true,
  },
} as const satisfies Readonly<Record<string, CatEars>>;
