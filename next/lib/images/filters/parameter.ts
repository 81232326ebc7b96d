/** A parameter as data: what is valid, and what is used if a caller gives no value. */
export type Parameter = NumberParameter | ChoiceParameter | SizeParameter | ColourParameter;

/** What all parameters have. A parameter that has neither of these is required. */
interface CommonParts<V> {
  /** The value if the caller gives none. */
  readonly fallback?: V;
  /** Whether it may be absent, which then has a meaning of its own. */
  readonly isOptional?: true;
  /** A value for examples, which a required parameter needs. */
  readonly example?: V;
}

/** A number within a range. */
export interface NumberParameter extends CommonParts<number> {
  /** A fraction of an `integer` is an error. */
  readonly type: "number" | "integer";
  readonly min: number;
  readonly max: number;
  /** What the number counts; a plain number has no unit. */
  readonly unit?: string;
  /** Whether a fraction is rounded to a whole number. */
  readonly isRounded?: true;
  /** A text that is valid, too. */
  readonly word?: string;
  /** What callers mean by some invalid texts. */
  readonly suggestions?: Readonly<Record<string, string>>;
}

/** One of a few texts. */
export interface ChoiceParameter extends CommonParts<string> {
  readonly type: "choice";
  readonly allowed: readonly string[];
  /** Other spellings of allowed texts. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** What callers mean by some invalid texts. */
  readonly suggestions?: Readonly<Record<string, string>>;
}

/** A width and a height in pixels, such as `400x300`, or a width alone. */
export interface SizeParameter extends CommonParts<string> {
  readonly type: "size";
  /** The longest side. */
  readonly max: number;
}

/** Colours of six hexadecimal digits, separated by hyphens. */
export interface ColourParameter extends CommonParts<string> {
  readonly type: "colour";
  /** How many colours it has. */
  readonly count: number;
}

/** Parameters by name, in the order in which callers see them. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** A valid value of a parameter. */
export type Value = NonNullable<Parameter["fallback"]>;

/** The values of parameters by name. */
export type Values = Readonly<Record<string, Value>>;

/** A parameter whose values have this type. */
export type ParameterOf<V extends Value> = Extract<Parameter, { readonly fallback?: V }>;
