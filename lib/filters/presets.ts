/** Looks that are nothing but chains of filters, by name. The guide and the playground show them. */
export const PRESETS: Readonly<Record<string, string>> = {
  noir: "greyscale,contrast:0.45,gamma:0.85",
  faded: "contrast:-0.3,saturate:0.75,sepia:0.25,brightness:1.15",
  poster: "blur:1,saturate:1.3,contrast:0.6,brightness:1.1",
  blueprint: "normalize,sharpen:3,duotone:0b2e83-eaf4ff",
  arcade: "contrast:0.3,saturate:1.4,pixelate:6",
  stamp: "blur:1,threshold:115,duotone:8c1c13-fff4e0",
};
