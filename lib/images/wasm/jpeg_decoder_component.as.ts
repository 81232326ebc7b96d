// AssemblyScript, part of jpeg_decoder.wasm: what is known of a component: of light, or of one colour.

/** A component. A unit is what a scan of all components brings at once: a few blocks of each. */
@unmanaged
export class Component {
  /** Blocks in a unit. */
  across: i32;
  down: i32;
  /** How often a sample is repeated to have as many as the picture has pixels. */
  timesAcross: i32;
  timesDown: i32;
  /** Samples that belong to the picture. */
  width: i32;
  height: i32;
  /** Blocks in whole units. */
  wide: i32;
  high: i32;
  /** All coefficients, if they come in more than one scan. */
  coefficients: usize;
  /** The samples of a row of units, with a row above and one below, `stride` bytes from one to the next. */
  samples: usize;
  stride: usize;
  /** A row as wide as the picture. */
  row: usize;
  /** The tables of codes for the scan that is read. */
  dc: usize;
  ac: usize;
  lastDc: i32;
  /** What its coefficients are multiplied by, row by row. */
  quantiser: usize;
}

const COMPONENTS: usize = memory.data(3 * offsetof<Component>(), 16);

/** One of at most three. */
@inline
export function toComponent(index: i32): Component {
  return changetype<Component>(COMPONENTS + <usize>index * offsetof<Component>());
}
