import { createJimp } from "@jimp/core";
import png from "@jimp/js-png";
import { methods as blur } from "@jimp/plugin-blur";
import { methods as colour } from "@jimp/plugin-color";

/**
 * Jimp, the library that callers of this interface know, put together from the parts that are compared with: the whole
 * of it depends on the types of an old Node, which would take the place of Deno's everywhere.
 */
export const Jimp = createJimp({ formats: [png], plugins: [blur, colour] });
