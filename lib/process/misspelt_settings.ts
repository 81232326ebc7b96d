/** Names from this length on may differ in two characters; `HOME` and `HOST` do. */
const LONG_NAME = 8;

/**
 * Returns a message about each environment variable that is no setting but nearly has the name of one that is not set.
 *
 * @param given The names in the environment.
 * @param settings The names of all settings.
 */
export function findMisspeltSettings(given: readonly string[], settings: readonly string[]): string[] {
  const missing = settings.filter((name) => !given.includes(name));
  return given.filter((name) => !settings.includes(name)).flatMap((name) => {
    const letters = toLetters(name);
    const edits = letters.length < LONG_NAME ? 1 : 2;
    const meant = missing.find((each) => isWithin(edits, toLetters(each), letters));
    return meant === undefined ? [] : [`${name} is not a setting and has no effect: did you mean ${meant}?`];
  });
}

function toLetters(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z]/g, "");
}

/** Whether `a` becomes `b` by so many edits: a character that is missing, added, wrong or swapped with the next. */
function isWithin(edits: number, a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > edits) return false;
  if (a === b) return true;
  if (edits === 0) return false;
  if (a[0] === b[0]) return isWithin(edits, a.slice(1), b.slice(1));
  const isSwapped = a[0] === b[1] && a[1] === b[0];
  return isWithin(edits - 1, a.slice(1), b) || isWithin(edits - 1, a, b.slice(1)) ||
    isWithin(edits - 1, a.slice(1), b.slice(1)) || (isSwapped && isWithin(edits - 1, a.slice(2), b.slice(2)));
}
