import type { JSX } from "preact";
import type { PageSection } from "@/lib/page/model.ts";
import { Breakable } from "@/lib/page/Path.tsx";

/** The table of contents of wide screens. It stays visible beside the text. */
export function SectionNav({ sections }: { readonly sections: readonly PageSection[] }): JSX.Element {
  return (
    <nav class="contents" aria-label="Endpoints">
      <ul>
        {sections.map(({ id, title, cards }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
            <ul>
              {cards.map(({ endpoint }) => (
                <li key={endpoint.id}>
                  <a href={`#${endpoint.id}`}>
                    <Breakable text={shortenPath(endpoint.path)} />
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
        <li>
          <a href="#errors">Errors and limits</a>
        </li>
      </ul>
    </nav>
  );
}

/** Removes the version and, in v5, the name of the application. */
function shortenPath(path: string): string {
  return path.replace(/^\/api\/(v5\/[^/]+|v\d+)\//, "");
}
