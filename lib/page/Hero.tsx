import type { JSX } from "preact";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { CopyButton, Curl } from "@/lib/page/Curl.tsx";
import { JsonView } from "@/lib/page/JsonView.tsx";
import type { AnsweredCall, PageModel } from "@/lib/page/model.ts";
import { Choices } from "@/lib/page/Parameters.tsx";

/** The first screen: what this is, where it is, and one call that is already answered. */
export function Hero({ base, endpoints, samples: [example] }: PageModel): JSX.Element {
  const endpoint = endpoints.find(({ id }) => id === "v2-random-animal");
  return (
    <section class="hero" aria-labelledby="title">
      <div class="pitch">
        <h1 id="title">Animals, kaomoji and image filters, one GET away.</h1>
        <p class="lead">
          A small public HTTP service. No key, no sign-up, any origin may call. Every answer is plain JSON or the
          picture itself.
        </p>
        <p class="label" id="base-label">Base URL</p>
        <div class="copyable light" role="group" aria-labelledby="base-label">
          <code class="base">{base}</code>
          <CopyButton label="Copy the base URL" />
        </div>
        <p class="label">Your first call</p>
        <Curl address={`${base}${endpoint?.example ?? "/api"}`} />
        <p class="more">
          <a class="button" href="#playground">Filter a picture</a> <a href="/openapi.json">OpenAPI</a>{" "}
          <a href="/api">List as JSON</a>
        </p>
      </div>
      {endpoint && example && <Answered endpoint={endpoint} example={example} />}
    </section>
  );
}

interface AnsweredProps {
  readonly endpoint: Endpoint;
  readonly example: AnsweredCall;
}

function Answered({ endpoint, example: { call, body, picture } }: AnsweredProps): JSX.Element {
  const parameter = endpoint.parameters.find((each) => each.in === "path");
  return (
    <form class="postcard panel" data-path={endpoint.path} data-run aria-label="Live example">
      <p class="request">
        <span class="method">GET</span> <code data-call>{call}</code>
      </p>
      <div class="answered" data-result>
        <p class="facts" role="status" data-facts>
          <b>200</b> answered when this page was made
        </p>
        <div class="preview" data-preview>
          <img src={picture.thumbnail} alt={picture.alt} width={512} height={512} />
        </div>
        <pre tabindex={0} aria-label="Answer"><JsonView value={body} /></pre>
      </div>
      {parameter && (
        <div class="again">
          <span class="label">Another one</span>
          <Choices endpoint={endpoint} parameter={parameter} />
        </div>
      )}
    </form>
  );
}
