import { escapeUnsafe } from "@/lib/text/unsafe_characters.ts";

/** Ends the startup with a message to the operator, which states what to change. */
export class StartupError extends TypeError {
  /** Takes only a message, which must include the cause. */
  constructor(message: string) {
    super(escapeUnsafe(message));
    // Logs show the stack of an error; twenty lines of it would hide the one line of the message.
    this.stack = String(this);
  }
}

/**
 * Runs a program, or a step of its startup. A {@linkcode StartupError} ends the process with its message alone on the
 * terminal and code 1; Deno would print it as an uncaught error, which reads like a crash.
 */
export async function exitOnStartupError<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    Deno.stderr.writeSync(new TextEncoder().encode(`${error.message}\n`));
    Deno.exit(1);
  }
}
