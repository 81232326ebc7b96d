import type { Middleware } from "./middleware.ts";
import type { RequestContext } from "./request_context.ts";

/** What a page may load and run. */
export interface CSPOptions {
  /** Whether browsers only report what they would refuse. */
  reportOnly?: boolean;
  /** Where browsers report to. */
  reportTo?: string;
  /** Directives that are added, or take the place of the default of the same name. */
  csp?: string[];
  /** Whether inline scripts and styles need a nonce, which rendered pages carry. */
  useNonce?: boolean;
}

const DEFAULT_DIRECTIVES = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "upgrade-insecure-requests",
];

/** Sets the policy of what a page may load and run. */
export function csp<State>(options: CSPOptions = {}): Middleware<State> {
  const { reportOnly = false, reportTo, useNonce = false } = options;
  const policy = toPolicy(options);
  const name = reportOnly ? "content-security-policy-report-only" : "content-security-policy";
  return async (ctx) => {
    const nonce = useNonce ? crypto.randomUUID().replaceAll("-", "") : null;
    (ctx as RequestContext<State>).nonce = nonce;
    const response = await ctx.next();
    response.headers.set(name, nonce === null ? policy : policy.replaceAll("'unsafe-inline'", `'nonce-${nonce}'`));
    if (reportTo !== undefined) response.headers.set("reporting-endpoints", `csp-endpoint="${reportTo}"`);
    return response;
  };
}

function toPolicy({ csp = [], reportTo }: CSPOptions): string {
  const directives = new Map([...DEFAULT_DIRECTIVES, ...csp].map((text) => [text.split(" ", 1)[0], text]));
  const report = reportTo === undefined ? [] : ["report-to csp-endpoint", `report-uri ${reportTo}`];
  return [...directives.values(), ...report].join("; ");
}
