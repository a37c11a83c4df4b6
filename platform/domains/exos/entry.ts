import { z } from "zod";
import { defineCall } from "#contract/calls.ts";
import { getExos } from "#contract/exos.ts";

/**
 * A return as a store hands it in. `exchange` is the document, whatever is wrong with it: triage judges it
 * (returns#fields). Its `Simulated` may tell the simulated companies what to make of a job: `busy:2` (twice no answer),
 * `refuse:1` (once), `charge`, `unknown`, `never` (an event that does not come), `break`.
 */
const enteringExo = z.object({
  store: z.string().min(1),
  orderId: z.string().max(200).optional(),
  emailAddress: z.string().max(320).optional(),
  correspondenceEmailAddress: z.string().max(320).optional(),
  exchange: z.unknown().optional(),
});

/** The platform's own call: how returns come in. The portal does not make it. */
export const enterExo = defineCall({
  name: "enterExo",
  method: "POST",
  base: "portal",
  path: getExos.path,
  query: undefined,
  body: enteringExo,
  answer: z.object({ item: z.looseObject({ id: z.string() }) }),
});
