import { Head } from "fresh/runtime";
import type { JSX } from "preact";
import { EXAMPLE_ORIGIN } from "@/lib/endpoints/endpoint.ts";
import { PITCH } from "@/lib/endpoints/pitch.ts";

/** The picture of a link preview, which needs absolute addresses. The real origin is written into the page later. */
const PICTURE = {
  "og:image": `${EXAMPLE_ORIGIN}/og.png`,
  "og:image:width": "1200",
  "og:image:height": "630",
  "og:image:alt": `${PITCH} Below it the name Ada, and beside it her cat among other animals`,
};

/** The tags of the link preview of a page at this path. */
export function LinkPreview({ path }: { readonly path: string }): JSX.Element {
  return (
    <Head>
      {Object.entries({ "og:url": EXAMPLE_ORIGIN + path, ...PICTURE }).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
    </Head>
  );
}
