import { z } from "zod";
import { isObject } from "#app/values/read.ts";
import { printableLine } from "../bridge/signable.ts";
import { type LabelLanguage, labelLanguages, type Media, mediaFrom } from "../label.ts";
import { testLabel } from "../render/render.ts";

/** What was proved of a printer: its test label, in this language on these media, was scanned back. */
export type Proof = { printer: string; language: LabelLanguage; media: Media; at: number };

const proofs = z.array(z.unknown()).catch([]);

const proof = z.object({
  printer: printableLine.min(1),
  language: z.enum(labelLanguages),
  media: z.unknown().transform((raw) => mediaFrom(isObject(raw) ? raw : {})),
  at: z.number().int().positive(),
});

/** The proofs that a cookie holds, the latest first; what can't be read is left out. */
export const proofsFrom = (raw: unknown): Proof[] =>
  proofs.parse(raw).flatMap((one) => {
    const read = proof.safeParse(one);
    return read.success ? [read.data] : [];
  });

/** A workstation's proofs with another one: each printer keeps its latest, and the oldest go where there is no room. */
export function withProof(before: readonly Proof[], proved: Proof, maxBytes: number): Proof[] {
  const stored = [proved, ...before.filter(({ printer }) => printer !== proved.printer)];
  while (stored.length > 1 && new TextEncoder().encode(JSON.stringify(stored)).length > maxBytes)
    stored.pop();
  return stored;
}

/** Whether what was scanned is the number on the test label; a scanner may leave blanks about it. */
export const isTestNumber = (scanned: string, media: Media): boolean =>
  scanned.trim() === testLabel(media).barcode;

/** The form that proves a printer: where the test label came out, in which language, and what was scanned from it. */
export const proofForm = z.object({
  printer: printableLine.trim().min(1, "Name the printer that the test label came out of."),
  language: z.enum(labelLanguages),
  scanned: z.string({ error: "Scan the barcode of the test label." }).trim().max(100),
});

/** A proof that was not taken: what was typed, and what is wrong with it, by field. */
export type ProofAnswer = { typed: Record<string, string>; errors: Record<string, string[]> };
