import { STATUS_TEXT } from "@std/http";
import type { Context } from "@/lib/define.ts";
import type { ApiError } from "@/lib/http/errors.ts";
import { respondWithBytes } from "@/lib/http/respond.ts";
import { PAGE_HEADERS } from "@/lib/http/security_headers.ts";
import { renderPage } from "@/lib/page/render.tsx";
import { Prose, Site } from "@/lib/page/Site.tsx";

/** Responds with the page of an error: its animal, what went wrong, and what is allowed. */
export function respondWithErrorPage(ctx: Context, error: ApiError): Response {
  const { status, message, details, headers } = error;
  const { requestId } = ctx.state;
  const reason = STATUS_TEXT[status] ?? "Error";
  const html = renderPage(
    <Site title={`${status} ${reason}`} description={message}>
      <section class="error">
        <img src={`/${status}.svg`} alt={`An animal with a sign: ${status}`} width="320" height="320" />
        <div>
          <h1>{status} {reason}</h1>
          <p>
            <Prose text={message} />.
          </p>
          {details?.allowed !== undefined && (
            <p>
              Allowed: {details.allowed.map((value) => (
                <>
                  <code key={value}>{value}</code>
                  {" "}
                </>
              ))}
            </p>
          )}
          <p>
            <a class="button" href="/">To the front page</a>
          </p>
          <p>
            <small>Id {requestId}</small>
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
