import { z } from "zod";
import { defineCall } from "#contract/calls.ts";
import { getInterchanges } from "#contract/ediPartner.ts";

/**
 * The platform's own call: a partner's file is handed in, as it is, as the body of the request. The portal does not
 * make it. What lies in the inbound folder is taken in the same way.
 */
export const enterInterchanges = defineCall({
  name: "enterInterchanges",
  method: "POST",
  base: "edi",
  path: getInterchanges.path,
  query: z.object({ name: z.string().min(1).max(200).optional() }),
  body: undefined,
  answer: z.object({ items: z.array(z.looseObject({ id: z.string() })) }),
});
