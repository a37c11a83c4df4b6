const maxPasses = 4;

/**
 * Reads a list pass by pass until nothing can be missing: a record that leaves it while its pages are read moves the
 * later ones onto pages that were read before. `readPass` says of its pass whether it met nothing new, or was of one
 * moment. Resolves to false where the list never held still.
 */
export async function readUntilStill(readPass: (pass: number) => Promise<boolean>): Promise<boolean> {
  for (let pass = 1; pass <= maxPasses; pass += 1) if (await readPass(pass)) return true;
  return false;
}
