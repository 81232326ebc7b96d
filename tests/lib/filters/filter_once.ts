import { canSandbox, createWorkerRunner } from "@/lib/filters/worker_runner.ts";
import { modules } from "@/lib/images/wasm/modules.js";

// A program that draws one picture in a thread, for runtimes on which threads have the permissions of the process.

const isSandboxed = canSandbox();
const runner = await createWorkerRunner(modules, isSandboxed);
const { format } = await runner.run({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`,
  side: 8,
  format: "png",
});
Deno.stdout.writeSync(new TextEncoder().encode(`${isSandboxed} ${format}`));
runner.close();
