/** Replaces `Worker` by another until it is disposed. */
export function replaceWorker(replacement: typeof Worker): Disposable {
  const original = globalThis.Worker;
  Reflect.set(globalThis, "Worker", replacement);
  return { [Symbol.dispose]: () => Reflect.set(globalThis, "Worker", original) };
}

/** Makes every worker one that accepts no messages, and counts when one is ended. */
export function breakWorkers(ended: { count: number }): Disposable {
  return replaceWorker(
    class extends Worker {
      constructor() {
        super("data:text/javascript,", { type: "module" });
      }

      override postMessage() {
        throw new Error("No room");
      }

      override terminate() {
        ended.count++;
        super.terminate();
      }
    },
  );
}
