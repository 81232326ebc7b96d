const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/**
 * Escapes a string for XML and HTML, also in attributes. XML has no way to write most control characters, so these are
 * replaced. `lib/animals`, a package, has its own for texts between tags, where quotes stay as they are.
 */
export function escapeXml(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
