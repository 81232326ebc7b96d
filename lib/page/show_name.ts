export { showName } from "@/static/show_name.js";

/** The longest name in large letters: a longer one would push the picture out of the window. */
export const MAX_LARGE_CHARACTERS = 24;

/** Joins names to a list in English: `Ada, Grace and Rex`. */
export const NAME_LIST: Intl.ListFormat = new Intl.ListFormat("en-GB", { type: "conjunction" });
