import type { JSX } from "preact";
import type { Credit } from "@/lib/content/operator_pictures/credits.ts";

/** The author and the licence of a photograph, as in static/request.js. */
export function CreditLine({ author, license, licenseUrl, source }: Credit): JSX.Element {
  return (
    <small class="credit">
      <a href={source}>{author}</a>, <a href={licenseUrl}>{license}</a>
    </small>
  );
}
