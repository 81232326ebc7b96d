import { splitAnimalPath } from "@/lib/content/named/animal_path.ts";
import { parseAnyAnimal } from "@/lib/content/named/any_animal.ts";
import { parseNamedRequest } from "@/lib/content/named/named_request.ts";
import { PATHS } from "@/lib/endpoints/paths.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { assertSpelling } from "@/lib/parameters/spelling.ts";

/** A longer address is taken for a wrong one, because parsing it again takes more time than a request may cost. */
const MAX_CHARACTERS = 1000;

/** Returns whether a visitor gets an animal at its address. Addresses of other pages are not checked. */
export function isWorkingAddress(url: URL): boolean {
  const { pathname, searchParams } = url;
  const { kind, segment } = splitAnimalPath(pathname) ?? {};
  if (kind === undefined && pathname !== "/random") return true;
  if (url.href.length > MAX_CHARACTERS) return false;
  const req = new Request(url, { headers: { accept: "text/html" } });
  try {
    assertSpelling(searchParams, PATHS[segment === undefined ? "/{kind}" : "/{kind}/{name}"]!.parameters!);
    if (kind === undefined || segment === undefined) parseAnyAnimal(req, kind);
    else parseNamedRequest(req, { kind, segment });
    return true;
  } catch (error) {
    if (error instanceof ApiError || error instanceof URIError) return false;
    throw error;
  }
}
