import { drawFaceAt, SQUARE, toSvg } from "./document.ts";
import { drawAnimalFace } from "./animal.ts";
import { drawLetters, type LetterOptions, measureLetters } from "./letters.ts";
import { INK } from "./palette.ts";
import { group, mirrored } from "./shapes.ts";
import { SIGN_HOLDERS } from "./sign_holders.ts";
import { drawTeapot, TEAPOT_STATUS } from "./teapot.ts";
import { measureText, wrapEvenly, wrapText } from "./wrap_text.ts";

/** An error as its picture shows it. */
export interface ErrorSign {
  readonly status: number;
  readonly code: string;
  /** What happened, for people. Without one, status and code fill the sign. */
  readonly message?: string | undefined;
}

/** The longest message. Longer messages are shortened, because callers choose parts of them. */
const MAX_MESSAGE_CHARACTERS = 120;

/** The drawing of each status without its texts. There are few, and errors come in large numbers. */
const drawings = new Map<number, string>();

/** Draws an animal that holds the status of an error on a sign, with its code and message as text. */
export function drawErrorSign({ status, code, message = "" }: ErrorSign): string {
  const text = shorten(message);
  const drawing = drawings.get(status) ?? drawHolder(status);
  drawings.set(status, drawing);
  const title = `${status} ${code}${text === "" ? "" : `: ${text}`}`;
  return toSvg(escapeText(title), SQUARE, drawing + drawTexts(status, code, text));
}

/** Draws an animal that holds a status and its reason phrase. Both are drawn, so that the picture needs no font. */
export function drawStatusSign(status: number, reason: string): string {
  const drawing = drawings.get(status) ?? drawHolder(status);
  drawings.set(status, drawing);
  return toSvg(escapeText(`${status} ${reason}`), SQUARE, drawing + drawReason(status, reason));
}

function holderOf(status: number): (typeof SIGN_HOLDERS)[number] {
  return SIGN_HOLDERS[status] ?? SIGN_HOLDERS[500]!;
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
  const face = drawAnimalFace(...holderOf(status));
  const { left, top, width, height, paper, edge } = SIGN;
  const sign = status === TEAPOT_STATUS
    ? drawTeapot()
    : `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="26" fill="${paper}" ` +
      `stroke="${edge}" stroke-width="8"/>`;
  const hand = group(`translate(${left + 62} ${top + 4})`, face.hand);
  const [, y, side] = face.box;
  const middle = Math.round(top + 8 - (face.chin - y) * HEAD_SIDE / side);
  return face.background + drawFaceAt(face, 256, middle, HEAD_SIDE) + sign + hand + mirrored(hand);
}

/** The width of the texts on the sign. */
const TEXT_WIDTH = SIGN.width - 48;

/** The width of the texts on the teapot, which is round. */
const TEAPOT_TEXT_WIDTH = 260;

/** How the status is drawn if there is no message. */
const LARGE = { top: 278, scale: 1.1 };

function drawStatus(status: number, place: Pick<LetterOptions, "top" | "scale">): string {
  return drawLetters(String(status), { ...place, middle: 256, maxWidth: TEXT_WIDTH });
}

/** The size of the letters of a reason phrase: at most the first, and in two lines if it would be below the second. */
const REASON_SCALES = { most: .4, least: .33 };

function drawReason(status: number, reason: string): string {
  const maxWidth = status === TEAPOT_STATUS ? TEAPOT_TEXT_WIDTH : TEXT_WIDTH;
  const isShort = measureLetters(reason) * REASON_SCALES.least <= maxWidth;
  const lines = isShort ? [reason] : halve(reason);
  const scale = Math.min(REASON_SCALES.most, ...lines.map((line) => maxWidth / measureLetters(line)));
  const [digits, tops] = isShort ? [LARGE, [416]] : [{ top: 256, scale: 1 }, [376, 426]];
  return drawStatus(status, digits) +
    lines.map((line, i) => drawLetters(line, { middle: 256, top: tops[i]!, scale, maxWidth })).join("");
}

/** Splits a text between two words, so that the wider line is as narrow as possible. */
function halve(text: string): readonly string[] {
  const words = text.split(" ");
  const splits = words.map((_, i) => [words.slice(0, i).join(" "), words.slice(i).join(" ")]).slice(1);
  const widthOf = (lines: readonly string[]) => Math.max(...lines.map(measureLetters));
  return splits.reduce((best, each) => widthOf(each) < widthOf(best) ? each : best, [text]);
}

function drawTexts(status: number, code: string, message: string): string {
  const hasMessage = message !== "";
  const lines = hasMessage ? wrapMessage(message, TEXT_WIDTH) : { size: 0, texts: [] };
  const codeSize = Math.min(hasMessage ? 24 : 30, 24 * TEXT_WIDTH / measureText(code, 24));
  const digits = drawStatus(status, hasMessage ? { top: 250, scale: .86 } : LARGE);
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

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

// Only for text between tags. XML has no way to write most control characters, so these are replaced.
function escapeText(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>]/g, (character) => ENTITIES[character]!);
}
