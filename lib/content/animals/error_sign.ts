import { drawFaceAt, toSvg } from "@/lib/content/animals/document.ts";
import { type AnimalKind, drawAnimalFace } from "@/lib/content/animals/mod.ts";
import { INK } from "@/lib/content/animals/palette.ts";
import { group, line, mirrored, SQUARE } from "@/lib/content/animals/shapes.ts";
import { measureText, wrapEvenly, wrapText } from "@/lib/content/animals/wrap_text.ts";
import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";

/** An error as its picture shows it. */
export interface ErrorSign {
  readonly status: number;
  readonly code: string;
  /** What happened, for people. Without one, status and code fill the sign. */
  readonly message?: string | undefined;
}

/** The longest message. A longer one is shortened, because callers choose parts of it. */
export const MAX_MESSAGE_CHARACTERS = 200;

/** The animal of each status, in a fitting mood: whoever waits too long is asleep. */
const SIGN_HOLDERS: Readonly<Record<number, readonly [AnimalKind, id: string]>> = {
  400: ["dog", "sorry400"],
  401: ["fox", "later401"],
  403: ["cat", "oops0403"],
  404: ["cat", "talld404"],
  405: ["bird", "who00405"],
  408: ["alpaca", "parse408"],
  412: ["fox", "guard412"],
  413: ["fish", "bytes413"],
  414: ["alpaca", "longo414"],
  416: ["bird", "bytes416"],
  422: ["fish", "wait0422"],
  429: ["dog", "oops0429"],
  500: ["dog", "halt0500"],
  502: ["fox", "later502"],
  503: ["bird", "tired503"],
  504: ["cat", "where504"],
};

/** The drawing of each status without its texts. There are few, and errors come in large numbers. */
const drawings = new Map<number, string>();

/** Draws an animal that holds the status of an error on a sign, with its code and message as text. */
export function drawErrorSign({ status, code, message = "" }: ErrorSign): string {
  const text = shorten(escapeUnsafe(message));
  const drawing = drawings.get(status) ?? drawHolder(status);
  drawings.set(status, drawing);
  const title = `${status} ${code}${text === "" ? "" : `: ${text}`}`;
  return toSvg(escapeText(title), SQUARE, drawing + drawTexts(status, code, text));
}

function shorten(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= MAX_MESSAGE_CHARACTERS) return text;
  return `${characters.slice(0, MAX_MESSAGE_CHARACTERS - 1).join("")}…`;
}

/** The sign: its edges and colours. */
const SIGN = { left: 28, top: 222, width: 456, height: 272, paper: "#fffaf0", edge: "#b98a5e" };

/** The side of the square that contains the head above the sign. */
const HEAD_SIDE = 264;

function drawHolder(status: number): string {
  const [kind, id] = SIGN_HOLDERS[status] ?? SIGN_HOLDERS[500]!;
  const face = drawAnimalFace(kind, id);
  const { left, top, width, height, paper, edge } = SIGN;
  const sign = `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="26" fill="${paper}" ` +
    `stroke="${edge}" stroke-width="8"/>`;
  const hand = group(`translate(${left + 62} ${top + 4})`, face.hand);
  const [, y, side] = face.box;
  const middle = Math.round(top + 8 - (face.chin - y) * HEAD_SIDE / side);
  return face.background + drawFaceAt(face, 256, middle, HEAD_SIDE) + sign + hand + mirrored(hand);
}

function drawTexts(status: number, code: string, message: string): string {
  const hasMessage = message !== "";
  const width = SIGN.width - 48;
  const lines = hasMessage ? wrapMessage(message, width) : { size: 0, texts: [] };
  const codeSize = Math.min(hasMessage ? 24 : 30, 24 * width / measureText(code, 24));
  const digits = hasMessage ? drawDigits(status, 256, 250, .86) : drawDigits(status, 256, 278, 1.1);
  const codeY = hasMessage ? 364 : 440;
  const lineHeight = lines.size * 1.28;
  // In the middle of the room below the code.
  const start = 432 - lineHeight * (lines.texts.length - 1) / 2 + lines.size * .35;
  const rows = lines.texts.map((text, i) =>
    `<text x="256" y="${Math.round(start + i * lineHeight)}" font-size="${lines.size}">${escapeText(text)}</text>`
  );
  return digits + `<g fill="${INK}" text-anchor="middle" font-family="system-ui,sans-serif">` +
    `<text x="256" y="${codeY}" font-size="${Math.round(codeSize)}" font-weight="700" ` +
    `font-family="ui-monospace,monospace">${escapeText(code)}</text>${rows.join("")}</g>`;
}

/** The sizes of the message with the number of lines that fit below the code. The last one fits every message. */
const MESSAGE_SIZES = [[24, 3], [20, 4], [16, 5], [14, 6], [12, 7]] as const;

function wrapMessage(message: string, width: number): { readonly size: number; readonly texts: readonly string[] } {
  const fitting = MESSAGE_SIZES.find(([size, lines]) => wrapText(message, size, width).length <= lines);
  const [size] = fitting ?? MESSAGE_SIZES.at(-1)!;
  return { size, texts: wrapEvenly(message, size, width) };
}

/** The path data of each digit, 60 wide and 90 high. Drawn, because every viewer has other fonts. */
const DIGITS = [
  "M30 5C8 5 5 30 5 45S8 85 30 85 55 60 55 45 52 5 30 5Z",
  "M16 22L34 6V85",
  "M8 26C8 0 52 0 52 26C52 48 12 62 8 85H54",
  "M9 16C20 0 52 2 52 24C52 40 36 43 26 43C40 43 55 48 55 64C55 88 20 92 7 74",
  "M42 85V6L6 60H56",
  "M50 6H15L11 43C30 31 55 38 55 60C55 88 20 92 7 74",
  "M46 7C20 14 6 40 6 60C6 93 54 93 54 60C54 34 16 32 7 56",
  "M6 6H54C40 30 28 56 24 85",
  "M30 43C6 40 4 6 30 6S54 40 30 43C2 46 0 85 30 85S58 46 30 43Z",
  "M14 84C40 78 54 52 54 32C54 0 6 0 6 32C6 58 44 60 53 36",
] as const;

function drawDigits(status: number, middle: number, top: number, size: number): string {
  const digits = Array.from(String(status), Number);
  const width = (digits.length * 84 - 24) * size;
  return digits.map((digit, i) => {
    const x = Math.round(middle - width / 2 + i * 84 * size);
    return group(`translate(${x} ${top}) scale(${size})`, line(DIGITS[digit]!, INK, 17));
  }).join("");
}

// Only for text between tags. XML has no way to write the two characters that are replaced.
function escapeText(text: string): string {
  return text.replace(/[\ufffe\uffff]/g, "\ufffd").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(
    ">",
    "&gt;",
  );
}
