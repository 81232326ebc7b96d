import { type Kind, KINDS } from "@pawkit/animals";
import { readInput } from "@/lib/http/endpoint.ts";
import { ApiError } from "@/lib/http/errors.ts";
import { ANIMAL } from "@/lib/meet/endpoints.ts";
import { pickLook } from "@/lib/meet/look.ts";
import { parseAddress } from "@/lib/meet/names.ts";
import { type Picture, toPicture } from "@/lib/meet/pictures.ts";
import { drawStatus, STATUSES } from "@/lib/meet/status.ts";

const STATUS_PATH = new RegExp(`^/(${STATUSES.join("|")})\\.(?:png|svg)$`);
const ANIMAL_PATH = new RegExp(`^/(${KINDS.join("|")})/([^/]+)/?$`);

/** Finds the animal or the status at a URL of this service. @throws {ApiError} If its look is wrong. */
export function findDrawnPicture({ pathname, searchParams }: URL): Picture | undefined {
  const [, status] = STATUS_PATH.exec(pathname) ?? [];
  if (status !== undefined) return { svg: drawStatus(status), width: 512, height: 512 };
  const [, kind, segment] = ANIMAL_PATH.exec(pathname) ?? [];
  if (kind === undefined || segment === undefined) return undefined;
  const address = parseAddress(kind as Kind, segment);
  if (address.form === "json" || address.form === "txt") {
    const message = "Cannot filter the image: this is not the address of a picture";
    throw new ApiError("source_rejected", message, { details: { sourceStatus: 404 } });
  }
  const look = { ...pickLook(readInput(ANIMAL, { kind, name: segment }, searchParams)), motion: undefined };
  return toPicture(address, look);
}
