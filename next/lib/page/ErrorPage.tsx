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
          <Corrections url={ctx.req.url} {...details} />
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

/** Links to the same page, each with one of the allowed values instead of the wrong one. */
function Corrections({ url, parameter = "", allowed = [] }: ErrorDetails & { readonly url: string }): VNode | null {
  const query = queryOf(url);
  if (allowed.length === 0 || !query.has(parameter)) return null;
  return (
    <p class="chips">
      {allowed.map((value) => {
        query.set(parameter, `${value}`);
        return <a key={value} class="quiet" href={`?${query}`}>{value}</a>;
      })}
    </p>
  );
}
