import type { Parameter as ImageParameter } from "@pawkit/images";

// Query parameters as plain data, from which reading, the check of the spelling and the documents follow. Each feature
// has the tables of its endpoints, and lib/endpoints/paths.ts says which path has which table.

/** A parameter. Without `fallback` and `isOptional` it is required. */
export type Parameter = (ImageParameter | TextParameter | FlagParameter) & {
  /** What callers call it by mistake, often because other services do. The error names the right one. */
  readonly otherNames?: readonly string[];
};

/** A text, whose form the feature checks. */
export interface TextParameter {
  readonly type: "text";
  /** The most characters. */
  readonly max?: number;
  readonly fallback?: string;
  readonly isOptional?: true;
  readonly example?: string;
}

/** `1`, `true`, `0` or `false`. */
export interface FlagParameter {
  readonly type: "flag";
  readonly fallback: false;
  readonly isOptional?: never;
  readonly example?: boolean;
}

/** Parameters by name, in the order in which they are read and shown. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** The values of parameters by name. */
export type ValuesOf<T> =
  & { readonly [name in Exclude<keyof T, OptionalNames<T>>]: ValueOf<T[name]> }
  & { readonly [name in OptionalNames<T>]?: ValueOf<T[name]> };

type OptionalNames<T> = { [name in keyof T]: T[name] extends { readonly isOptional: true } ? name : never }[keyof T];

type ValueOf<P> = P extends { readonly type: "flag" } ? boolean
  : P extends { readonly allowed: readonly (infer Allowed)[] } ? Allowed
  : P extends { readonly word: infer Word } ? number | Word
  : P extends { readonly type: "number" | "integer" } ? number
  : string;
