/** What {@linkcode AnimalError} knows besides its message. */
export interface AnimalErrorDetails {
  /** The option that is wrong: `kind`, `name`, `view`, `background`, or the name of a trait. */
  readonly option: string;
  readonly value: unknown;
  /** The right values, if they are words. */
  readonly allowed?: readonly string[] | undefined;
  /** The range, if it is a number, or the length of a text. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Thrown for a kind, a name or an option that no drawing has. */
export class AnimalError extends RangeError implements AnimalErrorDetails {
  override readonly name = "AnimalError";
  readonly option: string;
  readonly value: unknown;
  readonly allowed: readonly string[] | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;

  /** Creates the error. Its message says what the option must be. */
  constructor(requirement: string, { option, value, allowed, min, max }: AnimalErrorDetails) {
    super(`Cannot read "${option}": ${requirement}, got ${quote(value)}`);
    this.option = option;
    this.value = value;
    this.allowed = allowed;
    this.min = min;
    this.max = max;
  }
}

function quote(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
