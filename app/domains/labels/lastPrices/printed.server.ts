import { z } from "zod";
import { nameOf } from "#app/auth/user.ts";
import type { Workstation } from "#app/domains/labels/workstation.server.ts";
import { malformedForm, readForm } from "#app/http/forms/read.ts";
import { forgetToday } from "#app/today/today.server.ts";
import { plural, readJson } from "#app/values/values.ts";
import { type LastPrice, lastPrice } from "./lastPrice.ts";
import { lastPrices } from "./lastPrices.server.ts";

const reports = z.array(z.unknown()).min(1).max(500);

const printedForm = z.object({
  labels: z
    .string()
    .max(240_000)
    .transform((text, context): LastPrice[] => {
      const read = reports.safeParse(readJson(text));
      // A label that can't be stored, e.g. without a barcode, doesn't affect the others.
      if (read.success) return read.data.flatMap((one) => lastPrice.safeParse(one).data ?? []);
      context.addIssue({ code: "custom", message: "Labels with their prices." });
      return z.NEVER;
    }),
});

/**
 * Stores the printed labels of a form (`reportOf`), of which a person says that they were printed; what was reported
 * before is stored once. Says how many they are.
 */
export async function sayPrinted({ user, store }: Workstation, form: FormData): Promise<string> {
  const submission = readForm(form, printedForm);
  if (submission.status !== "success") throw malformedForm();
  // The portal can only vouch for the current user's name: labels of somebody else are stored without one.
  const self = nameOf(user);
  const labels = submission.value.labels.map((one) => ({ ...one, by: one.by === self ? self : "" }));
  await lastPrices.remember(store.storeAlias, labels);
  // Today counts anew.
  forgetToday(user.subject);
  const count = labels.reduce((sum, { copies }) => sum + copies, 0);
  return `${plural(count, "label counts", "labels count")} as printed.`;
}
