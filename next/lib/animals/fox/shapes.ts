import { type Outline, toOutline } from "../outline.ts";

// The shapes of a fox's head and ears, as path data. Of what a fox has twice, it is the left one.

/** The shape of a head, with the markings that follow it. */
interface FoxHead {
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
  /** The light fur of the cheeks and the muzzle. */
  readonly cheeks: string;
  /** The stripe of a white-striped fox, from the forehead to the nose. */
  readonly stripe: string;
  /** The cross of a cross-marked fox: along the nose, and across the forehead. */
  readonly cross: readonly [string, string];
  /** The dots of a speckled fox. */
  readonly speckles: string;
  /** The mask of a dark-masked fox below its left eye. */
  readonly mask: string;
}

const BROAD = toOutline(
  "M256 112C306 110 344 132 354 176C360 200 380 214 400 226C392 240 380 248 366 252C370 260 366 266 358 270C330 278 300 292 276 306C262 313 250 313 236 306C212 292 182 278 154 270C146 266 142 260 146 252C132 248 120 240 112 226C132 214 152 200 158 176C168 132 206 110 256 112Z",
);
const SLIM = toOutline(
  "M256 114C302 112 336 136 344 178C348 200 360 214 378 224C370 240 356 250 338 254C314 262 290 290 278 310C272 320 264 322 256 322C248 322 240 320 234 310C222 290 198 262 174 254C156 250 142 240 134 224C152 214 164 200 168 178C176 136 210 112 256 114Z",
);
const FLUFFY = toOutline(
  "M256 108C312 106 354 130 364 170C370 190 388 200 410 204C406 217 398 225 387 229C394 238 402 245 412 250C399 260 384 263 369 261C372 271 378 279 388 286C354 294 316 294 284 308C274 313 265 315 256 315C247 315 238 313 228 308C196 294 158 294 124 286C134 279 140 271 143 261C128 263 113 260 100 250C110 245 118 238 125 229C114 225 106 217 102 204C124 200 142 190 148 170C158 130 200 106 256 108Z",
);

/** The heads of foxes. */
export const FOX_HEADS = {
  broad: {
    outline: BROAD,
    words: "",
    earTransform: "",
    eyes: 52,
    glasses: 1,
    side: 346,
    blush: [86, 22],
    cheeks: BROAD.area(1.6, 9.4, "C180 212 208 222 224 240Q244 260 256 226Q268 260 288 240C304 222 332 212"),
    stripe: BROAD.area(10.82, 11.18, "Q266 180 264 236H248Q246 180"),
    cross: ["M242 114H270L264 190Q256 210 248 190Z", "M204 132Q256 156 308 132L312 146Q256 174 200 146Z"],
    speckles: "256,134,6 230,146,6 282,146,6 242,164,6 270,164,6 204,154,6 308,154,6",
    mask: "M240 198Q240 226 243 252L192 226Z",
  },
  slim: {
    outline: SLIM,
    words: "slim-faced",
    earTransform: "translate(12 2)",
    eyes: 48,
    glasses: .92,
    side: 334,
    blush: [72, 18],
    cheeks: SLIM.area(1.6, 8.4, "C192 214 212 226 226 244Q246 264 256 226Q266 264 286 244C300 226 320 214"),
    stripe: SLIM.area(9.82, 10.18, "Q266 180 263 238H249Q246 180"),
    cross: ["M242 116H270L264 190Q256 210 248 190Z", "M208 136Q256 158 304 136L308 150Q256 176 204 150Z"],
    speckles: "256,136,6 232,148,6 280,148,6 243,166,6 269,166,6 208,156,6 304,156,6",
    mask: "M242 198Q242 226 244 252L198 228Z",
  },
  fluffy: {
    outline: FLUFFY,
    words: "fluffy-cheeked",
    earTransform: "",
    eyes: 54,
    glasses: 1.04,
    side: 350,
    blush: [92, 23],
    cheeks: FLUFFY.area(1.5, 14.5, "C180 204 206 220 224 240Q244 260 256 226Q268 260 288 240C306 220 332 204"),
    stripe: FLUFFY.area(15.82, 16.18, "Q266 180 264 236H248Q246 180"),
    cross: ["M242 110H270L264 190Q256 210 248 190Z", "M202 130Q256 154 310 130L314 144Q256 172 198 144Z"],
    speckles: "256,132,6 228,144,6 284,144,6 242,162,6 270,162,6 200,152,6 312,152,6",
    mask: "M240 198Q240 226 243 252L190 226Z",
  },
} as const satisfies Readonly<Record<string, FoxHead>>;

/** The shape of ears. */
interface FoxEars {
  /** The word before the kind, none for the usual shape. */
  readonly words: string;
  readonly outer: string;
  readonly inner: string;
  readonly tip: string;
  /** How both ears are enlarged, if at all. */
  readonly transform: string;
}

const UPRIGHT = {
  outer: "M162 178C144 130 142 84 152 50C155 38 166 38 174 46C202 74 226 104 238 128Z",
  inner: "M172 158C162 128 160 104 164 86C184 98 202 118 212 134Z",
  tip: "M147 90C146 74 148 62 152 50C155 38 166 38 174 46C184 56 194 67 203 78C186 92 164 96 147 90Z",
} as const;

/** The ears of foxes. */
export const FOX_EARS = {
  upright: { ...UPRIGHT, words: "", transform: "" },
  big: { ...UPRIGHT, words: "big-eared", transform: "translate(-38 -12) scale(1.15)" },
  rounded: {
    words: "round-eared",
    outer: "M158 182C136 150 128 112 142 88C156 66 190 70 212 90C226 103 236 118 240 132Z",
    inner: "M166 160C154 140 150 120 156 110C164 100 184 104 198 116C206 123 212 130 214 136Z",
    tip: "M136 112C136 102 138 94 142 88C156 66 190 70 212 90C202 92 172 92 158 98C148 102 140 108 136 112Z",
    transform: "",
  },
} as const satisfies Readonly<Record<string, FoxEars>>;
