/**
 * The header of the requests that filters send. A filter refuses a request that has it, because that may be a loop: the
 * service cannot know all names and addresses that lead to it, such as those of a proxy or of NAT. Not `via`, because a
 * proxy may have any name there, also ours.
 */
export const LOOP_HEADER = "pawkit-filtered-by";
