export { showName } from "@/static/show_name.js";

/** The longest name in large letters: a longer one would push the picture out of the window. */
export const MAX_LARGE_CHARACTERS = 24;
