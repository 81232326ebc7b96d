// deno-lint-ignore-file no-console -- its output is read by the measurement
/**
 * Serves the picture that innocent clients filter, in a process of its own. It prints its port. Nobody attacks it, so the
 * time that it takes shows how busy the machine is.
 */
import sharp from "sharp";

const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
const create = { width: 200, height: 200, channels: 3 as const, background: "black", noise };
const picture = new Uint8Array(await sharp({ create }).png().toBuffer());
const onListen = ({ port }: Deno.NetAddr) => console.log(port);
Deno.serve({ hostname: "127.0.0.1", port: 0, onListen }, () => new Response(picture));
