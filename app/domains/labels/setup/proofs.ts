import { z } from "zod";
import { mediaFrom, printableLine } from "../forms.ts";
import { type LabelLanguage, labelLanguages, type Media } from "../label.ts";
import { testLabel } from "../render/render.ts";

/** Proof of a printer: its test label, in this language on these media, was scanned back. */
export type Proof = { printer: string; language: LabelLanguage; media: Media; at: number };

const proofs = z.array(z.unknown()).catch([]);

const proof = z.object({
  printer: printableLine.min(1),
  language: z.enum(labelLanguages),
  media: z.unknown().transform(mediaFrom),
  at: z.number().int().positive(),
});

/** Parses the proofs of a cookie, latest first; invalid ones are skipped. */
export const proofsFrom = (raw: unknown): Proof[] =>
  proofs.parse(raw).flatMap((one) => {
    const read = proof.safeParse(one);
    return read.success ? [read.data] : [];
  });

/** Adds a proof: each printer keeps only its latest, and the oldest are dropped when there is no room. */
export function withProof(before: readonly Proof[], proved: Proof, maxBytes: number): Proof[] {
  const stored = [proved, ...before.filter(({ printer }) => printer !== proved.printer)];
  while (stored.length > 1 && new TextEncoder().encode(JSON.stringify(stored)).length > maxBytes)
    stored.pop();
  return stored;
}

/** Whether the scan is the number on the test label; scanners may add blanks around it. */
export const isTestNumber = (scanned: string, media: Media): boolean =>
  scanned.trim() === testLabel(media).barcode;

/** The form that proves a printer: the printer and language of the test label, and what was scanned from it. */
export const proofForm = z.object({
  printer: printableLine.trim().min(1, "Name the printer that the test label came out of."),
  language: z.enum(labelLanguages),
  scanned: z.string({ error: "Scan the barcode of the test label." }).trim().max(100),
});

/** A rejected proof: the typed values and the errors, by field. */
export type ProofAnswer = { typed: Record<string, string>; errors: Record<string, string[]> };
