import { findAncestor, isRejection, parseDomain } from "@/lib/blocklist/domain.ts";

/** Names that no list may block: `example.com` itself, or with `*.example.com` everything below it. */
export class AllowList {
  readonly #exact = new Set<string>();
  readonly #wildcard = new Set<string>();

  /**
   * Reads the rules, one a line, `#` before a comment.
   *
   * @throws {TypeError} naming the line that is none.
   */
  constructor(lines: Iterable<string>) {
    for (const line of lines) {
      const rule = line.replace(/#.*/, "").trim();
      if (rule === "") continue;
      const domain = parseDomain(rule);
      if (isRejection(domain)) {
        throw new TypeError(`Cannot use the allow list as "${rule}" is no domain: ${domain.reason}`);
      }
      (rule.startsWith("*.") ? this.#wildcard : this.#exact).add(domain);
    }
  }

  /** Yields the rule that lets a name through, or `undefined`. */
  match(domain: string): string | undefined {
    if (this.#exact.has(domain)) return domain;
    if (this.#wildcard.size === 0) return undefined;
    const ancestor = findAncestor(domain, (each) => this.#wildcard.has(each));
    return ancestor === undefined ? undefined : `*.${ancestor}`;
  }

  /**
   * Yields the rules that a list which blocks whole domains must state itself, sorted: those that lie within a domain it
   * blocks, and would be blocked along with it.
   */
  exceptionsFrom(isBlocked: (domain: string) => boolean): string[] {
    const isWithin = (domain: string) => findAncestor(domain, isBlocked) !== undefined;
    const exact = [...this.#exact].filter(isWithin);
    const wildcard = [...this.#wildcard].filter((domain) => isBlocked(domain) || isWithin(domain));
    return [...exact, ...wildcard.map((domain) => `*.${domain}`)].sort();
  }
}
