import type { JSX } from "preact";
import type { PageSection } from "@/lib/page/model.ts";

/** The titles of the sections in Appendix.tsx. Their anchors are the titles in lower case. */
const APPENDIX = ["Policy", "Limits", "Errors", "Versioning"];

/** The table of contents. On wide screens it stays visible beside the text. */
export function SectionNav({ sections }: { readonly sections: readonly PageSection[] }): JSX.Element {
  return (
    <nav class="contents" aria-label="On this page">
      <ul>
        {sections.map(({ id, title, endpoints }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
            {endpoints.length > 0 && (
              <ul>
                {endpoints.map((endpoint) => (
                  <li key={endpoint.id}>
                    <a href={`#${endpoint.id}`}>{shortenPath(endpoint.path)}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
        {APPENDIX.map((title) => (
          <li key={title}>
            <a href={`#${title.toLowerCase()}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Removes the version, which the title of the section already states, and the name of the application. */
function shortenPath(path: string): string {
  return path.replace(/^\/api\/v\d+\//, "").replace(/^\{app_name\}\//, "");
}
