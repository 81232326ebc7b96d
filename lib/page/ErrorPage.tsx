import type { ComponentChildren, JSX } from "preact";
import { SiteFooter, SiteHeader } from "@/lib/page/Site.tsx";

/** Options of {@linkcode ErrorPage}. */
export interface FailurePageProps {
  readonly status: number;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** Every name is a picture, and the cat of this one is as displeased as the reader. */
const ANIMAL = "/images/animals/cat/wrongway.svg";

/** A page that tells a person what went wrong and where to go. */
export function ErrorPage({ status, title, children }: FailurePageProps): JSX.Element {
  return (
    <>
      <SiteHeader />
      <main id="main" class="lost" tabindex={-1}>
        <img src={ANIMAL} alt="" width={224} height={224} />
        <p class="label">{status}</p>
        <h1>{title}</h1>
        <p>{children}</p>
      </main>
      <SiteFooter />
    </>
  );
}
