/** Returns what a table has under a text of the caller, which may be `constructor`. */
export function getOwn<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
