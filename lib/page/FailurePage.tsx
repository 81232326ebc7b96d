import type { ComponentChildren, JSX } from "preact";
import { SiteFooter, SiteHeader } from "@/lib/page/Site.tsx";

/** Options of {@linkcode FailurePage}. */
export interface FailurePageProps {
  readonly status: number;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A page that tells a person what went wrong and where to go. */
export function FailurePage({ status, title, children }: FailurePageProps): JSX.Element {
  return (
    <>
      <SiteHeader />
      <main id="main" class="lost" tabindex={-1}>
        <p class="label">{status}</p>
        <h1>{title}</h1>
        <p>{children}</p>
      </main>
      <SiteFooter />
    </>
  );
}
