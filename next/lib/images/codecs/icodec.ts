import type { Pixels } from "../pixels.ts";

/** Pixels of which each sample has two bytes, if there are more than 8 bits. */
export interface IcodecImage extends Pixels {
  readonly depth: number;
}

// The decoders of icodec call this global function to create their result.
Object.assign(globalThis, {
  _icodec_ImageData: (data: IcodecImage["data"], width: number, height: number, depth: number): IcodecImage => {
    return { data, width, height, depth };
  },
});
