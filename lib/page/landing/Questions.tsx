import type { JSX } from "preact";
import { ORIGIN_MARK } from "@/lib/page/layout/rendered_text.ts";
import { renderProse } from "@/lib/page/parts/text.tsx";

/** The questions that people ask, by their anchors. */
export const QUESTIONS: Readonly<Record<string, readonly [question: string, answer: string]>> = {
  discord: [
    "How do I show an animal in a page, in Markdown or on Discord?",
    `Its address is enough: \`<img src="${ORIGIN_MARK}/cat/Ada.png">\` in a page, ` +
    `\`![Ada](${ORIGIN_MARK}/cat/Ada.png)\` in Markdown, and \`${ORIGIN_MARK}/cat/Ada\` in a chat, which shows a preview.`,
  ],
  own: [
    "Where is the source code, and can I run my own?",
    "It is free software: `npx -y deno@2.9.5 task start` runs it. This page ends with a link to the source, if it has one.",
  ],
  drawings: [
    "Which licence do the drawings have?",
    "Use them for anything, also commercially, without naming anyone. Photographs of an operator have an author and a " +
    "licence of their own: `item.credit`.",
  ],
};

/** The questions with their answers. */
export function Questions(): JSX.Element {
  return (
    <section class="questions" aria-labelledby="questions">
      <h2 id="questions">
        <a href="#questions">Questions</a>
      </h2>
      {Object.entries(QUESTIONS).map(([id, [question, answer]]) => (
        <details key={id} class="faq" id={`question-${id}`}>
          <summary>{question}</summary>
          <p>{renderProse(answer)}</p>
        </details>
      ))}
    </section>
  );
}
