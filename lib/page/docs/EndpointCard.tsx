import type { JSX } from "preact";
import { FILTERS } from "@pawkit/images";
import { type Endpoint, POLICY } from "@/lib/endpoints/endpoint.ts";
import { toStep } from "@/lib/page/parts/filter_links.ts";
import { ORIGIN_MARK } from "@/lib/page/layout/rendered_text.ts";
import type { Card } from "@/lib/page/parts/sections.ts";
import { changeExample, Choices, isChoice, Parameters } from "@/lib/page/parts/Parameters.tsx";
import { CopyButton, Snippet } from "@/lib/page/parts/Snippet.tsx";
import { renderPath, renderProse } from "@/lib/page/parts/text.tsx";
import { toFileName } from "@/static/file_name.js";
import { type SnippetRequest, toCurl } from "@/static/snippets.js";

/**
 * An endpoint: its path, a sentence and a "Try it" button, and when opened an example response, code, its description
 * and its parameters.
 */
export function EndpointCard({ endpoint, v1Endpoint }: Card): JSX.Element {
  const { id, path, summary, parameters, upload } = endpoint;
  const request = toSnippetRequest(endpoint);
  return (
    <article
      class="endpoint"
      id={id}
      aria-labelledby={`${id}-title`}
      data-path={path}
      data-returns={request.returns}
      data-message={request.hasMessage}
    >
      <details>
        <summary>
          <h3 id={`${id}-title`}>
            <span class="method">{upload ? "GET POST" : "GET"}</span> <code class="path">{renderPath(path)}</code>
          </h3>
          <span class="summary">{renderProse(summary)}</span> {showExample(endpoint)}
        </summary>
        <div class="body">
          {/* First, because on a phone the rest is below it: people want to see what it does, and read later. */}
          <div class="panel">
            {parameters.filter(isChoice).map((parameter) => (
              <Choices
                key={parameter.name}
                endpoint={endpoint}
                parameter={parameter}
                toHref={(value) => changeExample(endpoint, { [parameter.name]: toExample(value) })}
              />
            ))}
            <div class="result" data-result>
              <p class="facts" role="status" data-facts>Example response</p>
              <ExampleResponse endpoint={endpoint} />
            </div>
            <Snippet request={request} />
          </div>
          <About endpoint={endpoint} v1Endpoint={v1Endpoint} />
        </div>
      </details>
      <button type="submit" form={`${id}-form`} class="try" tabindex={-1} data-js hidden>
        Try it<span class="unseen">: {path}</span>
      </button>
    </article>
  );
}

/** Returns a value for a link. Some filters need a value of their own. */
function toExample(value: string): string {
  const filter = FILTERS.find((each) => each === value);
  return filter === undefined ? value : toStep(filter);
}

/** A text that the endpoint returns is short enough for the closed card. */
function showExample({ group, responses: [response] }: Endpoint): JSX.Element | undefined {
  if (group !== "text") return undefined;
  const { message } = response?.example as { message: string };
  return message.startsWith("http") ? undefined : <span class="sample">{message}</span>;
}

/** Describes the endpoint's example for a snippet. */
export function toSnippetRequest({ responses, example }: Endpoint): SnippetRequest {
  const { type = "", example: body } = responses[0] ?? {};
  return {
    url: ORIGIN_MARK + example,
    returns: type.startsWith("image/") ? "image" : type === "application/json" ? "json" : "text",
    file: toFileName(new URL(example, ORIGIN_MARK), { type }),
    hasMessage: typeof body === "object" && body !== null && "message" in body,
  };
}

function About({ endpoint, v1Endpoint }: Card): JSX.Element {
  const { id, path, description, errors, example, upload } = endpoint;
  // The guide above the cards states the policy once.
  const details = description?.replace(POLICY.v5, "").trim();
  return (
    <div class="about">
      {details?.split("\n\n").map(renderPart)}
      <Parameters endpoint={endpoint} />
      {upload && (
        <>
          <p>
            <span class="method">POST</span> {renderProse(upload.description)}
          </p>
          <div class="copyable light">
            <code>
              {toUploadCommand(ORIGIN_MARK + example)}
            </code>
            <CopyButton label="Copy the command that sends a file" />
          </div>
        </>
      )}
      <p class="actions">
        <a href={`#${id}`} data-permalink>Link to this</a>{" "}
        <a href={example} data-open>
          Open in the browser<span class="unseen">: {path}</span>
        </a>
      </p>
      {v1Endpoint && (
        <p class="v1-endpoint" id={v1Endpoint.id}>
          v1:{" "}
          <a href={v1Endpoint.example}>
            <code class="path">{renderPath(v1Endpoint.path)}</code>
          </a>{" "}
          {v1Endpoint.group === "filters" ? "returns the same." : (
            <>
              has <code>category</code> and <code>endpoint</code> instead of <code>info</code>.
            </>
          )}
        </p>
      )}
      {errors.length > 0 && (
        <p class="codes">
          <a href="/docs/service#errors">Errors</a>: {errors.join(", ")}
        </p>
      )}
    </div>
  );
}

/** Renders a paragraph, or a list whose items begin with a dash as in Markdown. */
function renderPart(text: string, key: number): JSX.Element {
  if (!text.startsWith("- ")) return <p key={key}>{renderProse(text)}</p>;
  return <ul key={key}>{text.slice(2).split("\n- ").map((item) => <li key={item}>{renderProse(item)}</li>)}</ul>;
}

function toUploadCommand(example: string): string {
  const [url = ""] = example.split("?");
  return toCurl({ url, returns: "image", upload: "photo.jpg", file: "photo-blur.jpg" });
}

function ExampleResponse({ endpoint }: { readonly endpoint: Endpoint }): JSX.Element {
  const { type, example } = endpoint.responses[0]!;
  if (type.startsWith("image/")) return <img src={endpoint.example} alt="" loading="lazy" width={512} height={512} />;
  const { item } = (example ?? {}) as { item?: { url?: string; alt?: string; mediaType?: string } };
  const response = (
    <pre tabindex={0} role="group" aria-label="Response">
      {typeof example === "object"
        ? <code data-json>{JSON.stringify(example, null, 2)}</code>
        : <code>{String(example ?? `(${type})`)}</code>}
    </pre>
  );
  if (!item?.mediaType?.startsWith("image/")) return response;
  return (
    <>
      <figure class="preview">
        <img src={item.url} alt={item.alt} loading="lazy" width={512} height={512} />
      </figure>
      {response}
    </>
  );
}
