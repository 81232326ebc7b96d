/** User names of this length may be tokens. */
const MIN_TOKEN_CHARACTERS = 16;

/** Hides the credentials in a URL, also in one that is malformed. A short user name remains. */
export function hideCredentials(value: string): string {
  return value.replace(/^([a-z][a-z0-9+.-]*:\/\/)?(.*)@/i, (_, scheme = "", credentials: string) => {
    const [user = "", ...password] = credentials.split(":");
    const shown = user.length < MIN_TOKEN_CHARACTERS ? user : "[secret]";
    return `${scheme}${shown}${password.length > 0 ? ":[secret]" : ""}@`;
  });
}
