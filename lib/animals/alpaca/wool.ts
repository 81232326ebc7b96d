import { d } from "../shapes.ts";

// The shapes of an alpaca's wool and of the body in it, as path data.

/** The shape of wool, with the markings that follow it. */
interface AlpacaWool {
  /** The words before the kind, none for the usual shape. */
  readonly words: string;
  readonly tail: string;
  readonly body: string;
  /** The lines on the body. */
  readonly strands: string;
  /** The patches of a patchy alpaca. */
  readonly patches: readonly [string, string];
  readonly neck: string;
  /** The wool below the neck, which hides the line between the two. */
  readonly chest: string;
  /** The bib of a white-bibbed alpaca, and the lines on it. It ends above the contour of the chest. */
  readonly bib: readonly [string, string];
  /** The wool around the face. */
  readonly head: string;
  readonly leg: string;
  /** The size of what it wears at its neck. */
  readonly neckwear: number;
  /**
   * The y of a blanket, and its height on an alpaca that stands and on one that lies. It ends above the belly: a
   * blanket that hangs to the ground looks like a barrel.
   */
  readonly blanket: readonly [number, number, number];
  /** The square that contains the head, and the square that contains the head with a hat: middle y and side. */
  readonly face: Readonly<Record<"bare" | "hat", readonly [number, number]>>;
  /** How much lower the body is if the alpaca lies instead of standing. */
  readonly drop: number;
}

/** The wool of alpacas. */
export const ALPACA_WOOL = {
  fluffy: {
    words: "",
    tail: toFluff(396, 288, 25, 25, 5),
    body: toFluff(288, 326, 106, 62, 12),
    strands: "M276 338q10 14 22 2M326 360q10 14 22 2M340 308q10 14 22 2M260 370q10 14 22 2M300 306q8 10 18 2",
    patches: [toFluff(338, 316, 34, 24, 8), toFluff(284, 366, 20, 13, 7)],
    neck:
      "M156 340a22 22 0 0 1-16-38a22 22 0 0 1-4-40a22 22 0 0 1 0-40a22 22 0 0 1 4-42H240a22 22 0 0 1 4 42a22 22 0 0 1 2 40a22 22 0 0 1 6 40L250 340Z",
    chest: toFluff(202, 336, 50, 40, 8),
    bib: [toFluff(193, 268, 30, 58, 11), "M176 282q8 10 18 2M194 306q8 10 18 2"],
    head: toFluff(190, 150, 66, 62, 12),
    leg: "M-26 356H26Q30 404 18 446H-18Q-30 404-26 356Z",
    neckwear: .72,
    blanket: [252, .76, .6],
    face: { bare: [126, 236], hat: [128, 240] },
    drop: 44,
  },
  silky: {
    words: "silky",
    tail: "M384 282C404 276 422 288 426 312C429 332 434 350 444 366C428 368 414 362 404 350C392 334 384 306 384 282Z",
    body:
      "M196 300C218 264 266 252 312 256C362 258 398 280 404 320C408 352 410 384 416 416C404 413 394 405 388 395C386 409 380 421 370 428C360 421 353 411 350 399C348 413 342 425 332 431C321 424 314 414 311 402C308 416 302 427 292 432C281 425 275 415 272 402C269 415 263 425 253 430C243 422 237 412 235 400C230 411 222 419 212 423C200 400 190 350 196 300Z",
    strands: "M350 396Q353 356 344 318M311 399Q315 356 304 312M272 399Q276 362 268 330M388 392Q388 352 376 316",
    patches: [
      "M312 288C330 276 358 284 366 306C370 326 372 346 378 364C366 364 358 358 354 350C352 362 346 370 338 374C330 366 328 356 328 346C318 352 308 354 298 352C308 332 304 306 312 288Z",
      "M258 350C266 344 284 346 290 356C292 372 294 384 296 396C288 394 283 389 280 382C277 392 271 399 263 402C261 386 256 366 258 350Z",
    ],
    neck:
      "M146 186C142 228 136 258 124 288C135 289 144 286 151 280C149 304 145 324 137 344C149 343 159 338 166 330C166 350 169 368 175 384C185 377 191 368 194 356C198 372 205 384 215 391C221 379 224 366 223 351C232 358 243 362 255 362C247 340 244 318 243 298C250 303 258 306 267 306C252 274 240 228 236 186Z",
    chest: "",
    bib: [
      "M164 206C162 244 158 268 152 290C160 290 167 287 172 282C171 302 172 320 178 338C187 331 192 322 194 311C198 322 204 331 212 336C216 318 217 300 215 281C220 287 226 290 233 291C227 266 222 240 220 206Z",
      "M186 300Q188 276 184 254M205 300Q203 280 206 262",
    ],
    head:
      "M190 82C232 80 262 106 266 148C268 182 272 204 282 225C270 228 260 225 252 218C252 230 248 240 240 248C230 244 224 236 222 226C212 232 201 234 190 234C179 234 168 232 158 226C156 236 150 244 140 248C132 240 128 230 128 218C120 225 110 228 98 225C108 204 112 182 114 148C118 106 148 80 190 82Z",
    leg: "M-26 356H26Q30 404 18 446H-18Q-30 404-26 356Z",
    neckwear: .72,
    blanket: [256, .74, .6],
    face: { bare: [136, 258], hat: [134, 260] },
    drop: 32,
  },
  shorn: {
    words: "freshly shorn",
    tail: toFluff(396, 304, 17, 17, 5),
    body:
      "M186 322C188 294 226 289 264 294C302 299 336 282 366 288C396 295 408 324 398 352C390 374 364 377 338 372C310 368 286 385 250 387C212 388 184 362 186 322Z",
    strands: "M290 322h12M330 346h12M348 314h12M278 356h12M312 306h10",
    patches: [
      "M312 312C326 300 358 300 368 314C376 330 358 346 338 344C316 344 302 328 312 312Z",
      "M262 354C272 346 292 348 298 358C300 368 286 374 274 371C262 369 256 360 262 354Z",
    ],
    neck: "M152 190C152 230 150 262 148 292C146 334 170 362 206 362C240 362 256 338 248 306C236 270 230 230 228 190Z",
    chest: "",
    bib: [
      "M164 206C160 250 162 290 176 314C185 328 199 328 207 314C220 290 220 250 216 206Z",
      "M182 284h12M192 304h10",
    ],
    head: "M190 90C228 90 252 114 254 152C256 196 228 226 190 226C152 226 124 196 126 152C128 114 152 90 190 90Z",
    leg:
      "M-17 350H17L15 394A13 13 0 0 1 21 417A14 14 0 0 1 18 442L15 446H-15L-18 442A14 14 0 0 1-21 417A13 13 0 0 1-15 394Z",
    neckwear: .56,
    blanket: [290, .54, .46],
    face: { bare: [126, 236], hat: [128, 240] },
    drop: 62,
  },
} as const satisfies Readonly<Record<string, AlpacaWool>>;

// An ellipse with a border of curls, as one shape.
function toFluff(cx: number, cy: number, rx: number, ry: number, curls: number): string {
  const size = 2.1 * (rx + ry) / curls;
  // Each curl is an arc from one notch between curls to the next.
  const points = Array.from({ length: curls + 1 }, (_, i) => {
    const angle = (i + .5) / curls * 2 * Math.PI;
    return d`${cx + (rx + size * .5) * Math.cos(angle)} ${cy + (ry + size * .5) * Math.sin(angle)}`;
  });
  return `M${points.join(d`A${size} ${size} 0 0 1 `)}Z`;
}
