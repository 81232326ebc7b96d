import type { RequestContext } from "./request_context.ts";
import type { Middleware } from "./types.ts";

/** The resources that a page may load and run. */
export interface CSPOptions {
  /** Whether browsers report violations without blocking them. */
  reportOnly?: boolean;
  /** The URL to which browsers report violations. */
  reportTo?: string;
  /** Directives in addition to the default ones, or instead of those with the same name. */
  csp?: string[];
  /** Whether inline scripts and styles need a nonce. Rendered pages contain it. */
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

/** The directives in which a nonce replaces `'unsafe-inline'`. */
const NONCE_DIRECTIVE = /^(default-src|script-src|style-src|script-src-elem|style-src-elem|style-src-attr) /;

/** Creates a middleware that sets the `Content-Security-Policy` header. */
export function csp<State>(options: CSPOptions = {}): Middleware<State> {
  const { reportOnly = false, reportTo, useNonce = false } = options;
  const directives = mergeDirectives(options);
  const name = reportOnly ? "content-security-policy-report-only" : "content-security-policy";
  return async (context) => {
    const ctx = context as RequestContext<State>;
    if (useNonce) ctx.nonce = crypto.randomUUID().replaceAll("-", "");
    const response = await ctx.next();
    // Only the tags of a rendered page have the nonce. In other HTML, it would block all inline scripts.
    const nonce = ctx.rendered === response ? ctx.nonce : null;
    response.headers.set(name, directives.map((directive) => addNonce(directive, nonce)).join("; "));
    if (reportTo !== undefined) response.headers.set("reporting-endpoints", `csp-endpoint="${reportTo}"`);
    return response;
  };
}

function mergeDirectives({ csp = [], reportTo }: CSPOptions): readonly string[] {
  const directives = new Map([...DEFAULT_DIRECTIVES, ...csp].map((text) => [text.split(" ", 1)[0], text]));
  const report = reportTo === undefined ? [] : ["report-to csp-endpoint", `report-uri ${reportTo}`];
  return [...directives.values(), ...report];
}

function addNonce(directive: string, nonce: string | null): string {
  if (nonce === null || !NONCE_DIRECTIVE.test(directive)) return directive;
  return directive.replaceAll("'unsafe-inline'", `'nonce-${nonce}'`);
}
