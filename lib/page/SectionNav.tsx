import type { JSX } from "preact";
import { GROUPS } from "@/lib/endpoints/endpoint.ts";
import { type Part, toParts } from "@/lib/page/model.ts";
import type { PageModel } from "@/lib/page/model.ts";

/** The table of contents, which stays in sight where there is room beside the text. */
export function SectionNav({ endpoints }: Pick<PageModel, "endpoints">): JSX.Element {
  return (
    <nav class="contents" aria-label="On this page">
      <ul>
        {toParts(endpoints).map((part) => (
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
        ))}
        <li>
          <a href="#playground">Filter playground</a>
        </li>
        <li>
          <a href="#policy">Policy</a>
        </li>
        <li>
          <a href="#limits">Limits</a>
        </li>
        <li>
          <a href="#errors">Errors</a>
        </li>
        <li>
          <a href="#versioning">Versioning</a>
        </li>
      </ul>
    </nav>
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
