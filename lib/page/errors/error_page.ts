import { drawStatus } from "@/lib/content/drawings/error_picture.ts";
import { STANDALONE_SCRIPT } from "@/lib/http/content_security.ts";
import type { ApiError, ErrorCode } from "@/lib/http/errors.ts";

/** What a page shows besides the picture of its status: its title, and what happened. */
type ErrorPage = readonly [title: string, text: string];

/** The errors that people see as a page if they request one. A mistake in an address has another page. */
const PAGES: Readonly<Partial<Record<ErrorCode, ErrorPage>>> = {
  banned: ["You are banned for now", "Too many wrong tokens came from your address."],
  "forbidden_host": ["Not under this address", "Use the public address of this service."],
  "rate_limited": ["Too many requests", "Your address has sent too many requests."],
  overloaded: ["Too busy right now", "Too many requests are waiting."],
  "internal_error": ["Something went wrong", "The error is on our side and has been logged."],
};

const STYLE = ":root{color-scheme:light dark;--paper:#fbf6ef;--ink:#2b2019;--soft:#6a5a4e;--accent:#b8430f}" +
  "@media(prefers-color-scheme:dark){:root{--paper:#16110d;--ink:#f3e9df;--soft:#b8a799;--accent:#ff9f66}}" +
  "body{max-width:44rem;margin:0 auto;padding:clamp(2rem,8vw,7rem) 1.2rem;font:1rem/1.6 system-ui,sans-serif;" +
  "background:var(--paper);color:var(--ink);overflow-wrap:anywhere}" +
  "svg{width:18rem;max-width:100%;height:auto;border-radius:1.4rem}h1{margin:0;font:700 2rem/1.15 ui-rounded,system-ui,sans-serif}" +
  "header{margin-bottom:1rem;font-weight:700}small{color:var(--soft)}a{color:var(--accent)}" +
  "button{min-height:2.75rem;padding:0 1rem;border:1px solid;border-radius:.5rem;background:none;color:inherit;" +
  "font:inherit;cursor:pointer}";

/** Copies the id, and counts the seconds down. Without it, the seconds stand still and the button is missing. */
export const SCRIPT = `const [code, button, timer] = ["code", "button", "[role=timer]"]
  .map((selector) => document.querySelector(selector));
if (button) {
  button.hidden = false;
  button.onclick = async () => {
    getSelection().selectAllChildren(code);
    // Only secure origins have a clipboard.
    if (navigator.clipboard) await navigator.clipboard.writeText(code.textContent);
    else document.execCommand("copy");
    button.textContent = "Copied";
  };
}
const end = Date.now() + timer?.textContent * 1000;
const interval = timer && setInterval(() => {
  timer.textContent = Math.max(0, Math.ceil((end - Date.now()) / 1000));
  if (timer.textContent === "0") clearInterval(interval);
}, 1000);`;

/** The part of a page that is the same for every visitor, rendered once: a refused client may send many requests. */
const starts = new Map<ErrorCode, string>();

/** Returns whether an error has a page. */
export function hasErrorPage({ code }: ApiError): boolean {
  return code in PAGES;
}

/**
 * Returns the page of an error. It is a text that loads nothing, because a refused client gets no file either, and no
 * component, because whatever renders those may be what has failed.
 */
export function renderErrorPage(error: ApiError, requestId: string): string {
  const { code, status, details, headers = {} } = error;
  const page = PAGES[code]!;
  const until = details !== undefined && "until" in details ? details.until : undefined;
  const ban = until && ` The ban ends on ${until.replace(/T(.+):\d\d\.\d+Z$/, " at $1 UTC")}.`;
  const wait = headers["retry-after"];
  const seconds = wait && ` You can <a href="">try again</a> in <span role="timer">${wait}</span> s.`;
  // Refused requests are not logged, so the operator could not find theirs.
  const id = status < 500 ? "" : `<p><small>If this happens again, send the operator this id: ` +
    `<code>${requestId}</code></small> <button type="button" hidden>Copy</button></p>`;
  if (!starts.has(code)) starts.set(code, renderStart(page, status));
  return `${starts.get(code)}${page[1]}${ban ?? seconds ?? ""}</p>${id}</main></body></html>`;
}

function renderStart([title]: ErrorPage, status: number): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}: Pawkit</title>` +
    `<link rel="stylesheet" href="data:text/css,${encodeURIComponent(STYLE)}">` +
    `<script defer src="data:text/javascript,${
      encodeURIComponent(SCRIPT)
    }" integrity="${STANDALONE_SCRIPT}"></script>` +
    `</head><body><header><a href="/">Pawkit</a></header><main>${drawStatus(status)}` +
    `<h1>${title}</h1><p>`;
}
