import type { DayCount } from "@/lib/launcher/document.ts";
import { sumDownloads } from "@/lib/launcher/release.ts";
import { escapeXml } from "@/lib/launcher/xml.ts";

/** The days of a chart without a period: about a month. */
export const DEFAULT_CHART_DAYS = 30;

/** Maximum number of days in a chart, so that each has a bar of more than a pixel. The newest days are shown. */
export const MAX_CHART_DAYS = 366;

const DAY_MS = 86_400_000;

/** The size of the picture. */
const WIDTH = 640, HEIGHT = 180;

/** The edges of the bars in it. */
const LEFT = 52, RIGHT = 628, TOP = 44, BOTTOM = 150;

/** The widest bar, so that two days do not look like two walls. */
const MAX_BAR_WIDTH = 32;

// With a background of its own, because the page around it may not be what the reader prefers.
const STYLE = `text{font:12px system-ui,sans-serif;fill:#57606a}.name{font-weight:600;fill:#1f2328}
.page{fill:#fff;stroke:#d0d7de}.line{stroke:#d0d7de}.bars{fill:#1a7f64}
@media(prefers-color-scheme:dark){text{fill:#9198a1}.name{fill:#f0f6fc}.page{fill:#0d1117;stroke:#3d444d}.line{stroke:#3d444d}.bars{fill:#3fb68b}}`;

/** Options of {@linkcode renderChart}. */
export interface ChartOptions {
  readonly appName: string;
  /** The first day; by default the first that was counted. */
  readonly since?: string | undefined;
  /** The last day; by default the last that was counted. */
  readonly until?: string | undefined;
  /** The most days that are drawn. If there are more, the newest counts are. */
  readonly maxDays?: number;
}

/** Draws the downloads by day, in order, as an SVG picture, light or dark as the reader prefers. */
export function renderChart(days: readonly DayCount[], options: ChartOptions): string {
  const { appName } = options;
  const bars = fillGaps(days, options);
  const title = escapeXml(`Downloads of ${appName} by day`);
  const total = sumDownloads(bars);
  const most = Math.max(0, ...bars.map(({ downloads }) => downloads));
  const [first, last] = [bars[0]?.date, bars.at(-1)?.date];
  const summary = first === undefined
    ? "No downloads were counted in this period."
    : `${format(total)} downloads from ${first} to ${last}, at most ${format(most)} in a day.`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" \
role="img" aria-labelledby="title summary">
<title id="title">${title}</title>
<desc id="summary">${summary}</desc>
<style>${STYLE}</style>
<rect class="page" x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="8"/>
<text class="name" x="12" y="22">${title}</text>
${first === undefined ? `<text x="12" y="70">${summary}</text>\n` : renderDays(bars, { total, most })}</svg>
`;
}

function renderDays(bars: readonly DayCount[], { total, most }: { total: number; most: number }): string {
  const top = toRoundNumber(most);
  const toY = (value: number) => BOTTOM - (BOTTOM - TOP) * value / top;
  const lines = [top, top / 2, 0].map((value) =>
    `<line class="line" x1="${LEFT}" x2="${RIGHT}" y1="${toY(value)}" y2="${toY(value)}"/>` +
    `<text x="${LEFT - 6}" y="${toY(value) + 4}" text-anchor="end">${formatShort(value)}</text>\n`
  ).join("");
  const step = (RIGHT - LEFT) / bars.length;
  const half = Math.min(step * 0.8, MAX_BAR_WIDTH) / 2;
  const path = bars.map(({ downloads }, i) => {
    const centre = LEFT + (i + 0.5) * step;
    const [left, right] = [centre - half, centre + half].map((x) => x.toFixed(1));
    return `M${left} ${BOTTOM}V${toY(downloads).toFixed(1)}H${right}V${BOTTOM}z`;
  }).join("");
  return `<text x="${RIGHT}" y="22" text-anchor="end">${format(total)} in ${bars.length} ${
    bars.length === 1 ? "day" : "days"
  }</text>
${lines}<path class="bars" d="${path}"/>
<text x="${LEFT}" y="170">${bars[0]?.date}</text>
<text x="${RIGHT}" y="170" text-anchor="end">${bars.length === 1 ? "" : bars.at(-1)?.date}</text>
`;
}

// A day that is missing from the counts is shown without downloads: the next day has them, too.
function fillGaps(days: readonly DayCount[], { since, until, maxDays = MAX_CHART_DAYS }: ChartOptions): DayCount[] {
  const [firstCount, lastCount] = [days[0]?.date, days.at(-1)?.date];
  if (firstCount === undefined || lastCount === undefined) return [];
  const counts = new Map(days.map(({ date, downloads }) => [date, downloads]));
  const maxMs = (maxDays - 1) * DAY_MS;
  const start = Date.parse(since ?? firstCount);
  // A period that ends in the far future would otherwise show nothing but days without a count.
  const end = Math.min(Date.parse(until ?? lastCount), Math.max(Date.parse(lastCount), start + maxMs));
  const filled: DayCount[] = [];
  for (let time = Math.max(start, end - maxMs); time <= end; time += DAY_MS) {
    const date = new Date(time).toISOString().slice(0, 10);
    filled.push({ date, downloads: counts.get(date) ?? 0 });
  }
  return filled;
}

// The next even number with one digit and zeros: the line in the middle shows half of it.
function toRoundNumber(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return [1, 2, 4, 6, 8, 10].map((factor) => factor * power).find((each) => each >= most && each % 2 === 0) ?? most;
}

function format(count: number): string {
  return count.toLocaleString("en");
}

/** Writes a number with at most three digits and a letter: 1.2k, 45k, 3.4M. */
export function formatShort(count: number): string {
  const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 }).format(count);
  return short.replace("K", "k");
}
