/** The most labels of a name that is looked up, because it and each of its parents are searched for in each list. */
export const MAX_LABELS = 16;
