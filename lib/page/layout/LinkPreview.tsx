import { Head } from "fresh/runtime";
import type { JSX } from "preact";
import { PITCH } from "@/lib/endpoints/pitch.ts";
import { ORIGIN_MARK } from "@/lib/page/layout/rendered_text.ts";

/** The picture of a link preview, which needs absolute addresses. */
const PICTURE = {
  "og:image": `${ORIGIN_MARK}/og.png`,
  "og:image:width": "1200",
  "og:image:height": "630",
  "og:image:alt": `${PITCH} Below it the name Ada, and beside it her cat among other animals`,
};

/** The tags of the link preview of a page at this path. */
export function LinkPreview({ path }: { readonly path: string }): JSX.Element {
  return (
    <Head>
      {Object.entries({ "og:url": ORIGIN_MARK + path, ...PICTURE }).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
    </Head>
  );
}
