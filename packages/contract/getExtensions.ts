import { z } from "zod";
import { defineCall } from "./calls.ts";
import { listOf } from "./envelopes.ts";

const path = "/api/extensions";
const answer = listOf(z.string());

/** The extensions of the portal API. A service without any answers 404. */
export const getExtensions = defineCall({
  name: "getExtensions",
  path,
  answer,
});

/** The extensions of the EDI service, likewise. */
export const getEdiExtensions = defineCall({
  name: "getEdiExtensions",
  base: "edi",
  path,
  answer,
});
