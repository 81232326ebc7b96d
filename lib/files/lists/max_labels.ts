/**
 * The most labels of a name that is looked up, because it and each of its parents are searched for in each list. It is
 * in a file of its own because descriptions of endpoints need it without the code of the look-up, which loads slowly.
 */
export const MAX_LABELS = 16;
