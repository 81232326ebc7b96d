import { asset, Head } from "fresh/runtime";
import type { JSX, RenderableProps } from "preact";

interface PreviewHeadProps {
  readonly title: string;
  readonly description: string;
  /** The absolute address of the page. */
  readonly url: string;
  /** The picture that chats show, by the names that they read. */
  readonly image: Readonly<Record<string, string>>;
  /** The path of its script. */
  readonly script: string;
}

/** The title, link preview, style and script of the page of an animal or a group, with further tags of its own. */
export function PreviewHead(
  { title, description, url, image, script, children }: RenderableProps<PreviewHeadProps>,
): JSX.Element {
  return (
    <Head>
      <title>{`${title}: Pawkit`}</title>
      <meta name="description" content={description} />
      <meta name="robots" content="noindex, nofollow" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      {Object.entries(image).map(([property, content]) => (
        <meta
          key={property}
          property={property}
          content={content}
        />
      ))}
      <link key="animal" rel="stylesheet" href={asset("/animal.css")} />
      {children}
      <script type="module" src={asset(script)} />
    </Head>
  );
}
