/** Starts a thread that accepts no messages, and counts when it is ended. */
export function startBrokenWorker(ended: { count: number }): Worker {
  const worker = new Worker("data:text/javascript,", { type: "module" });
  const terminate = () => {
    ended.count++;
    Worker.prototype.terminate.call(worker);
  };
  const postMessage = () => {
    throw new Error("No room");
  };
  return Object.assign(worker, { postMessage, terminate });
}
