import { escapeXml } from "@/lib/launcher/xml.ts";

/** The average width of a character at 11 pixels. The text is fitted to it, because every viewer has another font. */
const CHARACTER_WIDTH = 6.6;

/** The space on each side of the text. */
const MARGIN = 7;

/** Draws a badge for a README: a label on grey and a value on green, readable on any background. */
export function renderBadge(label: string, value: string): string {
  const [left, right] = [measure(label), measure(value)];
  const width = left + right;
  const name = escapeXml(`${label}: ${value}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" \
aria-label="${name}">
<title>${name}</title>
<clipPath id="round"><rect width="${width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)"><rect width="${left}" height="20" fill="#4c5258"/>\
<rect x="${left}" width="${right}" height="20" fill="#146c54"/></g>
<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
${renderText(label, 0, left)}
${renderText(value, left, right)}
</g>
</svg>
`;
}

function measure(text: string): number {
  return Math.round(text.length * CHARACTER_WIDTH) + 2 * MARGIN;
}

function renderText(text: string, x: number, width: number): string {
  return `<text x="${x + MARGIN}" y="14" textLength="${width - 2 * MARGIN}">${escapeXml(text)}</text>`;
}
