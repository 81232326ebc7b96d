/** Keeps a service's filters busy from eight callers, with pictures that nobody asked for before. */
const [base = ""] = Deno.args;
const SOURCE = "/images/animals/cat/k3v09x2a.png";
let count = 0;

async function callAgainAndAgain(): Promise<never> {
  while (true) {
    // No two are alike, so that none is kept; the source is, as drawing is not what is measured.
    const strength = 0.5 + count++ / 1_000_000;
    await (await fetch(`${base}/api/v2/filter/contrast?image=${SOURCE}&strength=${strength}`)).bytes();
  }
}

await Promise.all(Array.from({ length: 8 }, callAgainAndAgain));
