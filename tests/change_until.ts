import { sleep } from "@/lib/async/deadline.ts";

/**
 * Changes a file until Deno has noticed it. Again and again, because Deno begins to watch only after the start; and less
 * and less often, because it restarts only when the files have rested for a while.
 */
export async function changeUntil(path: string, isNoticed: () => boolean | Promise<boolean>): Promise<void> {
  for (let pauseMs = 250; !await isNoticed(); pauseMs *= 2) {
    await Deno.writeTextFile(path, `/* ${pauseMs} */`);
    for (let ms = 0; ms < pauseMs && !await isNoticed(); ms += 25) await sleep(25);
  }
}
