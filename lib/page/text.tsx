import type { ComponentChildren } from "preact";

/** Renders text in which backticks mark code. */
export function renderProse(text: string): ComponentChildren {
  return text.split("`").map((part, index) => index % 2 === 1 ? <code key={index}>{part}</code> : part);
}

/** Renders a path or a URL. Its variables are marked, and lines break after its slashes. */
export function renderPath(path: string): ComponentChildren {
  return path.split(/(?<=[\w}]\/)/).map((part) => part.split(/(\{\w+\})/))
    .flatMap(([start, variable, end], index) => [
      index > 0 && <wbr key={index} />,
      start,
      variable && <var key={variable}>{variable}</var>,
      end,
    ]);
}
