import { findProgram } from "@/tests/programs.ts";

/** Set in the process that runs inside the namespace. */
const INSIDE = "PAWKIT_NETWORK_NAMESPACE";

/** Whether this process has a network of its own, in which it may play the name server. */
export const isInNamespace = Deno.env.has(INSIDE);

/**
 * Runs this program again in a network namespace that has nothing but a loopback device, and whose name server is
 * 127.0.0.1. Returns its exit code, or `undefined` if this system does not allow namespaces.
 */
export async function runInNamespace(args: readonly string[]): Promise<number | undefined> {
  if (findProgram("unshare") === undefined || findProgram("ip") === undefined) return undefined;
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, "nameserver 127.0.0.1\n");
  // A process namespace ends all processes together with this one. A user namespace gives a normal user the rights that
  // root has already.
  const user = Deno.uid() === 0 ? [] : ["--map-root-user"];
  const flags = ["--net", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child", ...user, "sh", "-c"];
  const setUp = `ip link set lo up && mount --bind ${file} /etc/resolv.conf`;
  try {
    const trial = await new Deno.Command("unshare", { args: [...flags, setUp], stderr: "null" }).output();
    if (!trial.success) return undefined;
    const command = [Deno.execPath(), "run", "--lock=tests/deno.lock", "--allow-all", Deno.mainModule, ...args];
    const child = new Deno.Command("unshare", {
      args: [...flags, `${setUp} && exec "$0" "$@"`, ...command],
      env: { [INSIDE]: "1" },
    }).spawn();
    // Both ignore gentler signals: `unshare`, and the first process of a namespace.
    for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => child.kill("SIGKILL"));
    return (await child.status).code;
  } finally {
    await Deno.remove(file);
  }
}
