import { type ComponentChildren, Fragment, h, type JSX } from "preact";

/** Renders text in which backticks mark code, and two asterisks what a reader looks for. */
export function renderProse(text: string): JSX.Element {
  return joinParts(text.split("`").map((part, index) => index % 2 === 1 ? renderCode(part, index) : renderBold(part)));
}

function renderBold(text: string): ComponentChildren {
  return text.split("**").map((part, index) => index % 2 === 1 ? <b key={index}>{part}</b> : part);
}

/** The longest code that stays on one line: Firefox would break it after its first slash. */
const MAX_WHOLE_CHARACTERS = 16;

function renderCode(code: string, key: number): JSX.Element {
  const isWhole = code.length <= MAX_WHOLE_CHARACTERS;
  return (
    <code key={key} class={isWhole ? "whole" : undefined}>
      {code}
    </code>
  );
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

/** Renders the names of a family. Lines break after each + and not within a name. */
export function renderFamily(names: string): JSX.Element {
  return joinParts(names.split(/(?<=\+)/).flatMap((name, index) => [index > 0 && <wbr key={index} />, name]));
}

// Not as JSX, because precompiled templates escape the texts in a list twice.
function joinParts(parts: ComponentChildren): JSX.Element {
  return h(Fragment, null, parts);
}
