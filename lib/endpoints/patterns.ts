import { MAX_LABELS } from "@/lib/files/parameters.ts";

// The forms of texts as regular expressions, because programs generate requests from them. Numbers have a minimum and a
// maximum instead; those inside a text, such as a port, are only digits here.

const LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";
const TOP_LEVEL_LABEL = "[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

/** A host name of two to {@linkcode MAX_LABELS} labels, such as `ads.example.com`, in ASCII. */
export const DOMAIN_PATTERN = `^(?:${LABEL}\\.){1,${MAX_LABELS - 1}}${TOP_LEVEL_LABEL}$`;

const HOST = `(?:(?:${LABEL}\\.)*${TOP_LEVEL_LABEL}|(?:\\d{1,3}\\.){3}\\d{1,3})`;
const WEB_URL = `https?://${HOST}(?::\\d{1,5})?(?:[/?#][^\\s\\\\]*)?`;
// The last group is padded, and its unused bits are zero.
const BASE64 = "(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?";

/** The image of a filter: a URL in ASCII, an image in base64, or a path of this service. */
export const IMAGE_PATTERN = `^(?:${WEB_URL}|data:image/[a-z]+;base64,${BASE64}|/(?:[^/\\s\\\\][^\\s\\\\]*)?)$`;
