import type { ApiError } from "@/lib/http/errors.ts";

/** Not a file, because a refused client gets no file either. */
const STYLE = "data:text/css," + encodeURIComponent(
  ":root{color-scheme:light dark}" +
    "body{max-width:34rem;margin:15vh auto;padding:0 1.25rem;font:1.05rem/1.6 system-ui,sans-serif;" +
    "background:light-dark(#fbf6ef,#16110d);color:light-dark(#2b2019,#f3e9df)}" +
    "h1{font-size:1.8rem;line-height:1.2}small{color:light-dark(#6a5a4e,#b8a799)}",
);

/**
 * Returns the page for a visitor who is banned or has no points left. It is a plain text, because a refused client may
 * send as many requests as it likes: rendering components for each would help it to keep the service busy.
 */
export function renderRefusedPage({ code, details, headers = {} }: ApiError, requestId: string): string {
  const isBanned = code === "banned";
  const title = isBanned ? "You are banned for now" : "Too many requests";
  const until = details !== undefined && "until" in details ? details.until : "";
  const end = until.replace(/T(.+):\d\d\.\d+Z$/, " at $1 UTC");
  const text = isBanned
    ? `Too many wrong tokens for the operator area came from your address. The ban ends on ${end}.`
    : `Your address has sent too many requests. Try again in ${headers["retry-after"] ?? "60"} s.`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}: Pawkit</title>` +
    `<link rel="stylesheet" href="${STYLE}"></head><body><main><h1>${title}</h1><p>${text}</p>` +
    `<p><small>If this is a mistake, send the operator this id: <code>${requestId}</code></small></p>` +
    `</main></body></html>`;
}
