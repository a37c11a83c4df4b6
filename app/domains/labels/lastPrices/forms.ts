import { z } from "zod";
import { maxReported } from "#app/domains/labels/bridge/printReports.ts";
import { type LastPrice, lastPrice } from "./lastPrice.ts";

const told = z.array(z.unknown()).min(1).max(maxReported);

/** Labels that a workstation's own printer was sent. */
export const printedForm = z.object({
  labels: z
    .string()
    .max(60_000)
    .transform((text, context): LastPrice[] => {
      const read = told.safeParse(parsed(text));
      // A label that can't be remembered, such as one without a barcode, takes nothing from the others.
      if (read.success) return read.data.flatMap((one) => lastPrice.safeParse(one).data ?? []);
      context.addIssue({ code: "custom", message: "Labels with their prices." });
      return z.NEVER;
    }),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined;
    throw problem;
  }
}
