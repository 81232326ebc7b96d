import type { JSX } from "preact";
import { renderProse } from "@/lib/page/text.tsx";

/** The questions that people ask, by their anchors; … means the address of the service. */
export const QUESTIONS: Readonly<Record<string, readonly [question: string, answer: string]>> = {
  discord: [
    "How do I show an animal in a web page, in Markdown or on Discord?",
    'One URL serves programs and pages: `<img src="…/api/v2/random/animal/cat">` shows the picture, because a browser ' +
    "asks for an image there, and programs get JSON. On Discord paste `…/cat/Ada`; for a bot, choose discord.js above " +
    "any code.",
  ],
  own: [
    "Where is the source code, and can I run my own (self-host, Docker)?",
    "It is free software with a changelog; where the operator has set it, the end of this page links to the repository. " +
    "`npx -y deno@2.9.5 task start` runs it without a build or a database, and a Containerfile is included.",
  ],
  drawings: [
    "Which licence do the drawings have, and must I name anyone?",
    "Use them for anything, also commercially, without attribution: the service draws them with its own code, which " +
    "is under the MIT licence. Photographs of an operator have an author and a licence of their own: `item.credit`.",
  ],
};

/** The questions with their answers. */
export function Questions({ origin }: { readonly origin: string }): JSX.Element {
  return (
    <section class="questions" aria-labelledby="questions">
      <h2 id="questions">
        <a href="#questions">Questions</a>
      </h2>
      {Object.entries(QUESTIONS).map(([id, [question, answer]]) => (
        <details key={id} class="faq" id={`question-${id}`}>
          <summary>{question}</summary>
          <p>{renderProse(answer.replaceAll("…", origin))}</p>
        </details>
      ))}
    </section>
  );
}
