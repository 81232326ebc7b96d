import type { ComponentChildren, JSX } from "preact";
import { Site } from "@/lib/page/Site.tsx";

/** Options of {@linkcode ErrorPage}. */
export interface ErrorPageProps {
  readonly status: number;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** Any id is a picture; this one is a displeased cat. */
const PICTURE = "/images/animals/cat/wrongway.svg";

/** A page that explains an error to a person. */
export function ErrorPage({ status, title, children }: ErrorPageProps): JSX.Element {
  return (
    <Site class="lost">
      <img src={PICTURE} alt="" width={224} height={224} />
      <p class="label">{status}</p>
      <h1>{title}</h1>
      <p>{children}</p>
    </Site>
  );
}
