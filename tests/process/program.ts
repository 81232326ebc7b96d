/** A running program. Everything that it prints is in `output`. */
export class Program {
  output = "";
  readonly #child: Deno.ChildProcess;
  readonly #reading: Promise<unknown>;
  #wake = (): void => {};

  /** Starts Deno with these arguments. */
  constructor(args: string[], options: Deno.CommandOptions = {}) {
    const command = new Deno.Command(Deno.execPath(), {
      ...options,
      args,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
    this.#child = command.spawn();
    this.#reading = Promise.all([this.#read(this.#child.stdout), this.#read(this.#child.stderr)]);
  }

  /** Waits until the program has printed a text, and returns the text. */
  async find(pattern: RegExp): Promise<string> {
    for (let hasEnded = false;;) {
      const [found] = pattern.exec(this.output) ?? [];
      if (found !== undefined) return found;
      if (hasEnded) throw new Error(`The program has not printed ${pattern}: ${this.output}`);
      const printed = new Promise<void>((resolve) => this.#wake = resolve);
      hasEnded = await Promise.race([printed.then(() => false), this.#reading.then(() => true)]);
    }
  }

  /** Waits until the program ends, and returns its exit code. */
  async end(): Promise<number> {
    await this.#reading;
    return (await this.#child.status).code;
  }

  /** Sends a signal, and returns the exit code. */
  async stop(signal: Deno.Signal): Promise<number> {
    this.#child.kill(signal);
    return await this.end();
  }

  async #read(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      this.output += text;
      this.#wake();
    }
  }
}
