// @ts-check
// Names the files of pictures. The server names them with this file, too.

/**
 * Returns the name under which the picture of a URL is saved: `cat.webp`, `photo-blur.jpg`.
 *
 * @param {URL} url
 * @param {{ type?: string | undefined, source?: string | undefined }} options The media type of the response if it is
 * known, and the name of the file that is sent.
 * @returns {string}
 */
export function toFileName({ pathname, searchParams }, { type = "", source = searchParams.get("image") ?? "" } = {}) {
  // A chain of filters is a part of the name without its strengths: `photo-greyscale-blur.jpg`.
  const escaped = (pathname.split("/").at(-1) ?? "").replace(/:[^,]*/g, "").replaceAll(",", "-");
  const last = decodeURIComponent(escaped).replaceAll("/", "-");
  if (/\.\w+$/.test(last)) return last;
  const [, stem = "", ending = ""] = /^(?!data:)(?:.*\/)?(.+?)\.(\w+)(?:[?#]|$)/.exec(source) ?? [];
  const format = /^image\/(\w+)/.exec(type)?.[1] ??
    searchParams.get(pathname.includes("/filter/") ? "format" : "type") ??
    // A filter answers other formats with PNG.
    /^(jpe?g|gif|webp)$/.exec(ending.toLowerCase())?.[0] ?? "png";
  return `${stem && `${stem}-`}${last}.${format.replace("jpeg", "jpg")}`;
}
