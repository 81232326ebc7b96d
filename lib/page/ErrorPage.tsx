import type { JSX } from "preact";
import { Site } from "@/lib/page/Site.tsx";

interface ErrorPageProps {
  readonly status: number;
  readonly title: string;
  readonly requestId: string;
}

/** A displeased cat. The service draws a picture for any id. */
const PICTURE = "/images/animals/cat/wrongway.svg";

/** A page that explains a missing page (404) or an error of the service to a person. */
export function ErrorPage({ status, title, requestId }: ErrorPageProps): JSX.Element {
  return (
    <Site class="lost">
      <img src={PICTURE} alt="" width={224} height={224} />
      <p class="label">{status}</p>
      <h1>{title}</h1>
      {status === 404
        ? (
          <p>
            Nothing exists at this address. <a href="/">The front page</a> lists every endpoint, and{" "}
            <a href="/api">/api</a> lists them for programs.
          </p>
        )
        : (
          <p>
            The error is on our side and has been logged. Please try again in a moment, or send the operator this id:
            {" "}
            <code>{requestId}</code>
          </p>
        )}
    </Site>
  );
}
