import { KINDS } from "@pawkit/animals";
import { STATUS_TEXT } from "@std/http";
import type { VNode } from "preact";
import type { Context } from "@/lib/define.ts";
import type { ApiError, ErrorDetails } from "@/lib/http/errors.ts";
import { queryOf } from "@/lib/http/request_url.ts";
import { respondWithBytes } from "@/lib/http/respond.ts";
import { PAGE_HEADERS } from "@/lib/http/security_headers.ts";
import { renderPage } from "@/lib/page/render.tsx";
import { Prose, Site } from "@/lib/page/Site.tsx";

/** Responds with the page of an error: its animal, what went wrong, and what is allowed. */
export function respondWithErrorPage(ctx: Context, error: ApiError): Response {
  const { status, message, details = {}, headers } = error;
  const { requestId, services: { config } } = ctx.state;
  const reason = STATUS_TEXT[status] ?? "Error";
  const html = renderPage(
    <Site title={`${status} ${reason}`} description={message} config={config}>
      <section class="error">
        <img src={`/${status}.svg`} alt={`An animal with a sign: ${status} ${reason}`} width="400" height="400" />
        <div>
          <h1>{reason}</h1>
          <p id="message">
            <Prose text={message} />.
          </p>
          <Corrections url={ctx.url.href} {...error.code === "not_found" ? { allowed: KINDS } : details} />
          <p class="actions">
            <a class="button" href="/">Front page</a> <a href="/docs">Guide</a> <a href="/#endpoints">Endpoints</a>
          </p>
          <p>
            <small>
              Status {status}, <code>{error.code}</code>, request <code>{requestId}</code>
            </small>
          </p>
        </div>
      </section>
    </Site>,
  );
  return respondWithBytes(ctx, html, {
    mediaType: "text/html; charset=utf-8",
    status,
    headers: { ...PAGE_HEADERS, "x-request-id": requestId, ...headers },
  });
}

/**
 * Links to the same page, each with one of the allowed values instead of the wrong one in the query or in the path.
 * Without a wrong value, each value is a path.
 */
function Corrections({ url, parameter, value, allowed = [] }: ErrorDetails & { readonly url: string }): VNode | null {
  const query = queryOf(url);
  const segments = new URL(url).pathname.split("/");
  const index = segments.indexOf(encodeURIComponent(value ?? ""));
  const toAddress = (correct: string) => {
    if (value === undefined) return `/${correct}`;
    if (index > 0) return `${segments.with(index, correct).join("/")}${new URL(url).search}`;
    if (parameter === undefined || !query.has(parameter)) return undefined;
    query.set(parameter, correct);
    return `?${query}`;
  };
  const links = allowed.map((each) => [each, toAddress(`${each}`)] as const).filter(([, href]) => href !== undefined);
  if (links.length === 0) return null;
  return <p class="chips">{links.map(([text, href]) => <a key={text} class="quiet" href={href}>{text}</a>)}</p>;
}
