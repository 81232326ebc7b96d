import { canSandbox, startWorker } from "@/lib/workers/start_worker.ts";
import { modules } from "@pawkit/images/wasm";

// A program that draws one picture in a worker, for runtimes on which workers have the permissions of the process.

const isSandboxed = canSandbox();
const worker = await startWorker(modules, isSandboxed);
const ended = await worker.run({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`,
  width: 8,
  format: "png",
});
Deno.stdout.writeSync(
  new TextEncoder().encode(`${isSandboxed} ${"result" in ended ? ended.result.format : ended.error}`),
);
worker.close();
