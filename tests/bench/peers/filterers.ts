/** Keeps the filters of a service busy: eight clients request pictures that are not cached. */
const [base = ""] = Deno.args;
const SOURCE = "/images/animals/cat/k3v09x2a.png";
let count = 0;

async function requestForever(): Promise<never> {
  while (true) {
    // Each strength is new, so that no result is cached. The source is cached, because drawing it is not measured.
    const strength = 0.5 + count++ / 1_000_000;
    await (await fetch(`${base}/api/v2/filter/contrast?image=${SOURCE}&strength=${strength}`)).bytes();
  }
}

await Promise.all(Array.from({ length: 8 }, requestForever));
