import { isGroup } from "@/lib/content/named/named_path.ts";
import type { FORMS } from "@/lib/content/named/named_animal.ts";
import { PREVIEW } from "@/lib/content/parameters.ts";
import { getOwn } from "@/lib/parameters/get_own.ts";

/** A form of an animal: a page, or what an extension chooses. */
export type Form = "html" | typeof FORMS[number];

/** Where an animal or a group has a form, or where random animals are. */
export interface FormAddress {
  /** The path without an extension. */
  readonly path: string;
  readonly form: Form | "random";
  /** Whether the caller has chosen the form, so that the path needs no extension. */
  readonly isNegotiated?: boolean;
}

/** Returns the address of a form, with those parameters of a query that it does not reject. */
export function toFormAddress(address: FormAddress, query: Iterable<readonly [string, string]>): string {
  const { path, form, isNegotiated = false } = address;
  // Empty ones count as absent.
  const values = Object.fromEntries([...query].filter(([, value]) => value !== ""));
  const rules = toRules(address, values);
  const accepted = Object.entries(values).filter(([name]) => getOwn(rules, name) ?? true);
  const extension = isNegotiated || form === "html" || form === "random" ? "" : `.${form}`;
  const text = String(new URLSearchParams(accepted));
  return path + extension + (text === "" ? "" : `?${text}`);
}

/** Returns whether the picture at an address can be a link preview. A page shows one. */
export function hasPreview({ path, form }: FormAddress): boolean {
  return !isGroup(path) && (form === "png" || form === "jpg" || form === "html");
}

/** Returns whether an address accepts each parameter that some addresses reject. */
function toRules(
  address: FormAddress,
  { size, type }: Readonly<Record<string, string>>,
): Readonly<Record<string, boolean>> {
  const { path, form, isNegotiated = false } = address;
  const isText = !isGroup(path) && (form === "txt" || form === "html");
  const hasType = form === "random" || (form === "json" && !isNegotiated);
  const isPreview = size === PREVIEW.name && hasPreview(address);
  return {
    columns: isText,
    colors: isText,
    type: hasType,
    motion: form === "svg" || (hasType && type === "svg"),
    size: size !== PREVIEW.name || isPreview,
    view: !isPreview,
    radius: !isPreview,
    count: form === "random",
    format: false,
    seed: false,
  };
}
