import { escapeUnsafe } from "@/lib/http/unsafe_characters.ts";

/**
 * Ends the startup with a message to the operator. Deno prints the stack and the causes of an error that ends a
 * program; twenty lines of them would hide the one line that states what to change.
 */
export class StartupError extends TypeError {
  /** Takes only a message, which must include the cause. */
  constructor(message: string) {
    super(escapeUnsafe(message));
    this.stack = String(this);
  }
}
