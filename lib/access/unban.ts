// A program: `deno task unban <client>` lifts a ban in the store that STATE_URL names.
import { loadConfig } from "@/fresh.config.ts";
import { parseClient } from "@/lib/http/client_key.ts";
import { messageOf } from "@/lib/http/errors.ts";
import { exitOnStartupError, StartupError } from "@/lib/process/startup_error.ts";
import { openStore } from "@/lib/store/shared_store.ts";
import type { Store } from "@/lib/store/store.ts";

/**
 * Lifts the ban of a client and returns the message for the operator. Running instances follow within seconds.
 *
 * @throws {StartupError} if `text` is no address, or the store cannot be changed from outside.
 */
export async function unban(text: string, stateUrl: string): Promise<string> {
  const client = parseClient(text);
  if (client === undefined) {
    const required = "must be an IPv4 or IPv6 address, as operator/bans lists it";
    throw new StartupError(`Cannot read the client: ${required}, got "${text}"`);
  }
  if (stateUrl === "") {
    throw new StartupError(
      "Cannot lift the ban: STATE_URL is not set, so only the running process knows its bans. Restart it, or call " +
        "operator/status from the banned client with the right token, which lifts its ban",
    );
  }
  try {
    const store = await openStore(stateUrl);
    const wasBanned = await liftBan(store, client).finally(() => store.close());
    return wasBanned ? `Lifted the ban of ${client}: every instance follows within seconds` : `${client} is not banned`;
  } catch (error) {
    throw new StartupError(`Cannot lift the ban: the store of STATE_URL must be available (${messageOf(error)})`);
  }
}

/** Lifts a ban in a store, and returns whether there was one. */
async function liftBan(store: Store, client: string): Promise<boolean> {
  const { bans } = await store.readBans();
  await store.writeBan({ client, leftMs: 0 });
  return bans.some((ban) => ban.client === client);
}

if (import.meta.main) {
  const message = await exitOnStartupError(() => unban(Deno.args[0] ?? "", loadConfig().stateUrl));
  Deno.stdout.writeSync(new TextEncoder().encode(`${message}\n`));
}
