import { z } from "zod";
import { defineCall } from "./calls.ts";
import { listOf } from "./envelopes.ts";

const path = "/api/extensions";
const answer = listOf(z.string());

/** What the portal API announces. A service without extensions answers 404. */
export const getExtensions = defineCall({
  name: "getExtensions",
  method: "GET",
  base: "portal",
  path,
  query: undefined,
  body: undefined,
  answer,
});

/** What the EDI service announces, likewise. */
export const getEdiExtensions = defineCall({
  name: "getEdiExtensions",
  method: "GET",
  base: "edi",
  path,
  query: undefined,
  body: undefined,
  answer,
});
