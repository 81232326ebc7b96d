import type { JSX } from "preact";

/** Options of {@linkcode Section}. */
export interface SectionProps extends JSX.HTMLAttributes<HTMLElement> {
  readonly id: string;
  readonly title: string;
}

/** A section of the page with a heading that links to it. */
export function Section({ id, title, children, ...attributes }: SectionProps): JSX.Element {
  return (
    <section id={id} aria-labelledby={`${id}-title`} {...attributes}>
      <h2 id={`${id}-title`}>
        <a href={`#${id}`}>{title}</a>
      </h2>
      {children}
    </section>
  );
}
