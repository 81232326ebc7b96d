import { Head } from "fresh/runtime";
import type { JSX } from "preact";
import { ANIMALS } from "@/lib/content/animals/mod.ts";
import { Site } from "@/lib/page/Site.tsx";

/** A curious cat on its way. The service draws a picture for any id. */
const PICTURE = "/images/animals/cat/wheream4.svg";

/** The page of an unknown path, perhaps with a similar one. */
export function NotFoundPage({ suggestion }: { readonly suggestion?: string | undefined }): JSX.Element {
  return (
    <Site class="lost">
      <Head>
        <title>Page not found: Pawkit</title>
      </Head>
      <img src={PICTURE} alt="" width={224} height={224} />
      <p class="note">404</p>
      <h1>Page not found</h1>
      {suggestion !== undefined && !suggestion.includes("{") && (
        <p>
          Did you mean <a href={suggestion}>{suggestion}</a>?
        </p>
      )}
      <p>
        Nothing exists at this address. <a href="/">The front page</a> lists every endpoint, and{" "}
        <a class="whole" href="/api">/api</a> lists them for programs. The animals are {ANIMALS.join(", ")}, as in{" "}
        <a href="/cat/Ada">/cat/Ada</a>.
      </p>
    </Site>
  );
}
