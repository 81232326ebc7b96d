/**
 * Ends the start with a message to whoever runs the service. Deno prints the stack and the causes of an error that ends
 * a program; twenty lines of them would hide the one that tells what to change.
 */
export class StartupError extends TypeError {
  /** Takes the message alone: what caused it has to be part of it. */
  constructor(message: string) {
    super(message);
    this.stack = String(this);
  }
}
