import { findAncestor, parseDomain } from "@/lib/files/lists/domain.ts";

/** Names that no list may block: `example.com` allows one name, `*.example.com` also allows all its subdomains. */
export class AllowRules {
  readonly #exact = new Set<string>();
  readonly #wildcard = new Set<string>();

  /** Parses the rules, one per line; `#` starts a comment. @throws {TypeError} naming the invalid rule. */
  constructor(lines: Iterable<string>) {
    for (const line of lines) {
      const rule = line.replace(/#.*/, "").trim();
      if (rule === "") continue;
      const domain = parseDomain(rule);
      if (typeof domain !== "string") {
        throw new TypeError(`Cannot use the allow list: must contain domains, got "${rule}" (${domain.reason})`);
      }
      (rule.startsWith("*.") ? this.#wildcard : this.#exact).add(domain);
    }
  }

  /** Returns the rule that allows a name, or `undefined`. */
  match(domain: string): string | undefined {
    if (this.#exact.size > 0 && this.#exact.has(domain)) return domain;
    if (this.#wildcard.size === 0) return undefined;
    const ancestor = findAncestor(domain, (name) => this.#wildcard.has(name));
    return ancestor === undefined ? undefined : `*.${ancestor}`;
  }

  /**
   * Returns, sorted, the rules for names below a blocked domain. A list whose entries also block subdomains must
   * contain them as exceptions, because it would block these names along with the domain.
   */
  findExceptions(isBlocked: (domain: string) => boolean): string[] {
    const isBelow = (domain: string) => findAncestor(domain, isBlocked) !== undefined;
    const exact = [...this.#exact].filter(isBelow);
    const wildcard = [...this.#wildcard].filter((domain) => isBlocked(domain) || isBelow(domain));
    return [...exact, ...wildcard.map((domain) => `*.${domain}`)].sort();
  }
}
