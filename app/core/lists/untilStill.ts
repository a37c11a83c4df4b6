const maxPasses = 4;

/**
 * Reads a list pass by pass until nothing can be missing: a record that leaves the list during a
 * pass shifts later ones onto pages already read. `readPass` returns whether its pass found nothing
 * new, or was a single snapshot. Resolves to false if the list kept changing.
 */
export async function readUntilStill(readPass: (pass: number) => Promise<boolean>): Promise<boolean> {
  for (let pass = 1; pass <= maxPasses; pass += 1) if (await readPass(pass)) return true;
  return false;
}
