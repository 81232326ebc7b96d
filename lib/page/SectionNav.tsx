import type { JSX } from "preact";
import { GROUPS } from "@/lib/endpoints/endpoint.ts";
import type { Part, SplitParts } from "@/lib/page/model.ts";

/** The table of contents, which stays in sight where there is room beside the text. */
export function SectionNav({ before, after }: SplitParts): JSX.Element {
  return (
    <nav class="contents" aria-label="On this page">
      <ul>
        {before.map(toEntry)}
        <li>
          <a href="#playground">Filter playground</a>
        </li>
        {after.map(toEntry)}
        {["Policy", "Limits", "Errors", "Versioning"].map((title) => (
          <li key={title}>
            <a href={`#${title.toLowerCase()}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function toEntry(part: Part): JSX.Element {
  return (
    <li key={toPartId(part)}>
      <a href={`#${toPartId(part)}`}>{toPartTitle(part)}</a>
      <ul>
        {part.endpoints.map(({ id, path }) => (
          <li key={id}>
            <a href={`#${id}`}>{toShortPath(path)}</a>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** The id of a part: `random-v2`. */
export function toPartId({ group, version }: Part): string {
  return version === undefined ? group : `${group}-${version}`;
}

/** The title of a part: `Random content, v2`. */
export function toPartTitle({ group, version }: Part): string {
  return version === undefined ? GROUPS[group] : `${GROUPS[group]}, ${version}`;
}

// The part's title already names the version.
function toShortPath(path: string): string {
  return path.replace(/^\/api\/v\d+\//, "").replace(/^\{app_name\}\//, "");
}
