import type { JSX } from "preact";
import { type Endpoint, POLICY } from "@/lib/endpoints/endpoint.ts";
import { Curl } from "@/lib/page/Curl.tsx";
import { toCurlOptions } from "@/lib/page/examples.ts";
import { JsonView } from "@/lib/page/JsonView.tsx";
import { Parameters } from "@/lib/page/Parameters.tsx";
import { Prose } from "@/lib/page/Prose.tsx";

/** An endpoint with its description, its parameters, a curl command, an example response and a "Try it" button. */
export function EndpointCard(
  { endpoint, origin }: { readonly endpoint: Endpoint; readonly origin: string },
): JSX.Element {
  const { id, path, summary, description, example, errors } = endpoint;
  // The notice above the v5 endpoints already states the policy.
  const details = description?.replace(POLICY.v5, "").trim();
  const needsToken = errors.includes("authentication_required");
  return (
    <article class="endpoint" id={id} aria-labelledby={`${id}-title`} data-path={path}>
      <form class="about" autocomplete="off" novalidate={!needsToken}>
        <h3 id={`${id}-title`}>
          <a href={`#${id}`}>
            <span class="method">GET</span>{" "}
            <code class="path">
              {path.split(/(\{\w+\})/).map((part, index) => index % 2 === 1 ? <var key={index}>{part}</var> : part)}
            </code>
          </a>
        </h3>
        <p class="summary">
          <Prose text={summary} />
        </p>
        {details && (
          <p>
            <Prose text={details} />
          </p>
        )}
        <Parameters endpoint={endpoint} />
        {needsToken && (
          <p class="field" data-js hidden>
            <label for={`${id}-token`}>Operator token</label>
            <input id={`${id}-token`} type="password" data-token required autocomplete="off" />
          </p>
        )}
        <p class="actions">
          <button type="submit" class="primary" data-js hidden>Try it</button>
          {!needsToken && <a href={example}>Open in the browser</a>}
        </p>
        {errors.length > 0 && (
          <p class="codes">
            Errors: {errors.map((code, index) => (
              <span key={code}>
                {index > 0 && ", "}
                <a href={`#error-${code}`}>
                  <code>{code}</code>
                </a>
              </span>
            ))}
          </p>
        )}
      </form>
      <div class="panel">
        <Curl url={origin + example} options={toCurlOptions(endpoint)} />
        <div class="result" data-result>
          <p class="facts" role="status" data-facts>Example response</p>
          <ExampleResponse endpoint={endpoint} />
        </div>
      </div>
    </article>
  );
}

function ExampleResponse({ endpoint }: { readonly endpoint: Endpoint }): JSX.Element {
  const { type, example } = endpoint.responses[0]!;
  if (type.startsWith("image/")) return <img src={endpoint.example} alt="" loading="lazy" />;
  return (
    <pre tabindex={0} aria-label="Response">
      {typeof example === "object" ? <JsonView value={example} /> : <code>{example ?? `(${type})`}</code>}
    </pre>
  );
}
