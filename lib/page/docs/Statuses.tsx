import type { JSX } from "preact";
import { describeStatusPicture, PICTURE_STATUSES } from "@/lib/content/drawings/error_picture.ts";

/** The picture of every status. */
export function Statuses(): JSX.Element {
  return (
    <ul class="statuses">
      {PICTURE_STATUSES.map((status) => (
        <li key={status}>
          <a href={`/${status}.svg`}>
            <img
              src={`/${status}.svg`}
              alt={describeStatusPicture(Number(status))}
              width={512}
              height={512}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
