import type { JSX } from "preact";
import { type Endpoint, type EndpointResponse, POLICY } from "@/lib/endpoints/endpoint.ts";
import { curlOptions } from "@/lib/page/calls.ts";
import { Curl } from "@/lib/page/Curl.tsx";
import { JsonView } from "@/lib/page/JsonView.tsx";
import { Parameters } from "@/lib/page/Parameters.tsx";
import { Prose } from "@/lib/page/Prose.tsx";

/** Options of {@linkcode EndpointCard}. */
export interface EndpointCardProps {
  readonly endpoint: Endpoint;
  /** What stands before every path. */
  readonly base: string;
}

/** One endpoint: what it is, what it takes, how to call it, what it answers, and Try it. */
export function EndpointCard({ endpoint, base }: EndpointCardProps): JSX.Element {
  const { id, path, summary, description, example, errors } = endpoint;
  // The notice above the v5 endpoints says it once for all.
  const details = description?.replace(POLICY.v5, "").trim();
  const needsToken = errors.includes("authentication_required");
  return (
    <article class="endpoint" id={id} aria-labelledby={`${id}-title`} data-path={path}>
      <form class="about" autocomplete="off" novalidate={!needsToken}>
        <h3 id={`${id}-title`}>
          <a href={`#${id}`}>
            <span class="method">GET</span> <Path path={path} />
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
        {needsToken && <TokenField id={`${id}-token`} />}
        <p class="actions">
          <button type="submit" class="primary" data-js hidden>Try it</button>
          {!needsToken && <a href={example}>Open in the browser</a>}
        </p>
        {errors.length > 0 && (
          <p class="codes">
            Can fail with {errors.map((code, at) => (
              <span key={code}>
                {at > 0 && ", "}
                <a href={`#error-${code}`}>
                  <code>{code}</code>
                </a>
              </span>
            ))}
          </p>
        )}
      </form>
      <div class="panel">
        <Curl address={base + example} options={curlOptions(endpoint)} />
        <div class="result" data-result>
          <p class="facts" role="status" data-facts>Example answer</p>
          <Example answer={endpoint.responses[0]} call={example} />
        </div>
      </div>
    </article>
  );
}

/** A path whose variables stand out. */
function Path({ path }: { readonly path: string }): JSX.Element {
  return (
    <code class="path">
      {path.split(/(\{\w+\})/).map((part, at) => at % 2 === 1 ? <var key={at}>{part}</var> : part)}
    </code>
  );
}

function Example(
  { answer, call }: { readonly answer: EndpointResponse | undefined; readonly call: string },
): JSX.Element {
  if (answer?.example !== undefined && typeof answer.example !== "string") {
    return <pre tabindex={0} aria-label="Answer"><JsonView value={answer.example} /></pre>;
  }
  if (answer?.type.startsWith("image/")) return <img src={call} alt="" loading="lazy" />;
  return <pre tabindex={0} aria-label="Answer"><code>{answer?.example ?? `(${answer?.type})`}</code></pre>;
}

function TokenField({ id }: { readonly id: string }): JSX.Element {
  return (
    <p class="field" data-js hidden>
      <label for={id}>The operator's token</label>
      <input id={id} type="password" data-token required autocomplete="off" />
    </p>
  );
}
