import type { JSX } from "preact";

/** A JSON value, indented, its keys, strings, numbers and words told apart. */
export function JsonView({ value }: { readonly value: unknown }): JSX.Element {
  return <code class="json">{tokens(JSON.stringify(value, null, 2)).map(toSpan)}</code>;
}

// Keys end in a colon, which tells them from other strings; the rest is numbers, words and what stands between.
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

interface Token {
  readonly text: string;
  readonly kind?: "k" | "s" | "n" | "b";
}

function tokens(text: string): readonly Token[] {
  const found: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon] = match;
    found.push({ text: text.slice(end, match.index) });
    if (string === undefined) found.push({ text: whole, kind: /[tfn]/.test(whole[0] ?? "") ? "b" : "n" });
    else found.push({ text: string, kind: colon === undefined ? "s" : "k" }, { text: colon ?? "" });
    end = match.index + whole.length;
  }
  return [...found, { text: text.slice(end) }].filter((token) => token.text !== "");
}

function toSpan({ text, kind }: Token, at: number): JSX.Element | string {
  return kind === undefined ? text : <span key={at} class={kind}>{text}</span>;
}
