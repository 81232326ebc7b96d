import { suggestWord } from "@/lib/text/suggestion.ts";

/** Names from this length on may differ in two letters; APP_HOME and APP_NAME do, and belong to different programs. */
const LONG_NAME = 8;

/**
 * Returns a message about each environment variable that is not a setting but has nearly the name of an unset one.
 *
 * @param given The names in the environment.
 * @param settings The names of all settings.
 */
export function findMisspeltSettings(given: readonly string[], settings: readonly string[]): string[] {
  const missing = settings.filter((name) => !given.includes(name));
  return given.filter((name) => !settings.includes(name)).flatMap((name) => {
    const maxEdits = toLetters(name).length < LONG_NAME ? 1 : 2;
    const meant = suggestWord(name, missing, { maxEdits, toCompared: toLetters });
    return meant === undefined ? [] : [`${name} is not a setting and has no effect: did you mean ${meant}?`];
  });
}

function toLetters(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z]/g, "");
}
