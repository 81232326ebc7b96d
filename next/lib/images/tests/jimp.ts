import { createJimp } from "@jimp/core";
import png from "@jimp/js-png";
import { methods as colour } from "@jimp/plugin-color";

/**
 * Jimp, whose filters clients of the API know, with only the plugins that tests compare with. The complete package
 * depends on the types of an old Node version, which would replace those of Deno in every file.
 */
export const Jimp = createJimp({ formats: [png], plugins: [colour] });
