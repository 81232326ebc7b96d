import { findAncestor, isAtOrBelow, parseDomain } from "@/lib/files/lists/domain.ts";

/** Names that no list may block: `example.com` allows this name alone, `*.example.com` all names below it. */
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
   * Returns, sorted, the rules for blocked names and for names below them. A list whose entries also block subdomains
   * must contain them as exceptions: it would block what they allow along with the entry.
   *
   * @param isBlocked Is never true for a name that {@linkcode match} allows.
   */
  findExceptions(isBlocked: (domain: string) => boolean): string[] {
    const rules = [...this.#exact, ...[...this.#wildcard].map((domain) => `*.${domain}`)];
    return rules.filter((rule) => isAtOrBelow(toRuleName(rule), isBlocked)).sort();
  }
}

/** Returns the name that a rule is about: that of `*.example.com` is `example.com`. */
export function toRuleName(rule: string): string {
  return rule.startsWith("*.") ? rule.slice(2) : rule;
}
