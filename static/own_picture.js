// @ts-check
/// <reference lib="dom" />
// The visitor's own picture: what is known about it before it is sent, and a smaller copy of it.
import { formatSize } from "./format_size.js";

/** The longest side of a smaller copy: sharp on every screen, and about 2 MB. */
const MAX_SIDE = 3000;

/** @typedef {{ maxBytes: number, maxPixels: number }} Limits */

/**
 * Returns why a picture would be refused, so that it is not sent in vain, and whether this browser can shrink it.
 *
 * @param {File} file
 * @param {Limits} limits
 */
export async function examine(file, { maxBytes, maxPixels }) {
  const pixels = await countPixels(file);
  const toMillions = (/** @type {number} */ count) => `${Math.round(count / 1e5) / 10} million pixels`;
  let reason = "";
  if (file.size > maxBytes) reason = `it has ${formatSize(file.size)}, and the limit is ${formatSize(maxBytes)}.`;
  else if (pixels > maxPixels) reason = `it has ${toMillions(pixels)}, and the limit is ${toMillions(maxPixels)}.`;
  // The name of the format follows the size of the first box.
  else if (/^ftyphe[iv]/.test(await file.slice(4, 12).text())) {
    reason = "it is a HEIC picture, which only Apple's programs read." + (pixels ? "" : " Save it as JPEG first.");
  }
  // A copy of an animation would stand still. The second names are of animated WebP and PNG.
  const isAnimated = file.type === "image/gif" || /ANIM|acTL/.test(await file.slice(0, 4096).text());
  return { reason: reason && `${file.name} cannot be filtered: ${reason}`, canShrink: pixels > 0 && !isAnimated };
}

/** Returns 0 if this browser cannot read the picture. @param {File} file @returns {Promise<number>} */
async function countPixels(file) {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  await new Promise((resolve) => {
    image.onload = resolve;
    image.onerror = resolve;
  });
  URL.revokeObjectURL(image.src);
  return image.naturalWidth * image.naturalHeight;
}

/** Draws a smaller copy of a picture. @param {File} file @param {Limits} limits */
export async function shrink(file, { maxBytes, maxPixels }) {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  // Only these keep what is transparent. A browser that cannot write WebP writes PNG.
  const type = /png|webp|avif/.test(file.type) ? file.type.replace("avif", "webp") : "image/jpeg";
  let scale = Math.min(1, MAX_SIDE / Math.max(width, height), Math.sqrt(maxPixels / width / height));
  let blob;
  do {
    const canvas = new OffscreenCanvas(Math.max(1, width * scale), Math.max(1, height * scale));
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    blob = await canvas.convertToBlob({ type, quality: 0.9 });
    scale *= 0.7;
    // A file of nothing but its header does not become smaller.
  } while (blob.size > maxBytes && scale > 0.05);
  const extension = blob.type.replace("image/", ".").replace("jpeg", "jpg");
  return new File([blob], file.name.replace(/(\.\w+)?$/, extension), { type: blob.type });
}

/** Returns a picture as PNG, the only format that every clipboard takes. @param {Blob} picture */
export async function toPng(picture) {
  if (picture.type === "image/png") return picture;
  const bitmap = await createImageBitmap(picture);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  return await canvas.convertToBlob();
}
