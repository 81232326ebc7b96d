import type { JSX } from "preact";
import type { Endpoint } from "@/lib/endpoints/endpoint.ts";
import { CopyButton, Curl } from "@/lib/page/Curl.tsx";
import { JsonView } from "@/lib/page/JsonView.tsx";
import type { PageModel, Sample } from "@/lib/page/model.ts";
import { Choices } from "@/lib/page/Parameters.tsx";

/** The first screen: what the service is, its base URL, and a request with its response. */
export function Hero({ origin, endpoints, samples: [sample] }: PageModel): JSX.Element {
  const endpoint = endpoints.find(({ id }) => id === "v2-random-animal")!;
  return (
    <section class="hero" aria-labelledby="title">
      <div class="pitch">
        <h1 id="title">Animals, kaomoji and image filters, one GET away.</h1>
        <p class="lead">
          A small public HTTP service. No key, no sign-up, any origin may call. Every response is plain JSON or the
          image itself.
        </p>
        <p class="label" id="base-label">Base URL</p>
        <div class="copyable light" role="group" aria-labelledby="base-label">
          <code class="base">{origin}</code>
          <CopyButton label="Copy the base URL" />
        </div>
        <p class="label">Your first request</p>
        <Curl url={origin + endpoint.example} />
        <p class="more">
          <a class="button" href="#playground">Filter a picture</a> <a href="/openapi.json">OpenAPI</a>{" "}
          <a href="/api">List as JSON</a>
        </p>
      </div>
      {sample && <LiveExample endpoint={endpoint} sample={sample} />}
    </section>
  );
}

function LiveExample({ endpoint, sample }: { readonly endpoint: Endpoint; readonly sample: Sample }): JSX.Element {
  const { request, response, picture } = sample;
  return (
    <form class="postcard panel" data-path={endpoint.path} aria-label="Live example">
      <p class="request">
        <span class="method">GET</span> <code data-request>{request}</code>
      </p>
      <div class="answered" data-result>
        <p class="facts" role="status" data-facts>
          <b>200</b> returned when this page was rendered
        </p>
        <div class="preview">
          <img src={picture.thumbnail} alt={picture.alt} width={512} height={512} />
        </div>
        <pre tabindex={0} aria-label="Response"><JsonView value={response} /></pre>
      </div>
      <div class="again">
        <span class="label">Another one</span>
        <Choices endpoint={endpoint} parameter={endpoint.parameters[0]!} />
      </div>
    </form>
  );
}
