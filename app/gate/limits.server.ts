import type { Rate } from "#app/http/rates.server.ts";

/** How long a request may take to arrive, in milliseconds (errors#gate). */
export const patience = { headersMs: 20_000, bodyMs: 60_000 };

/**
 * The addresses that take more than `BODY_LIMIT_KB`, in kilobytes of 1,024 bytes: a rule of two thousand rows, a
 * partner's file with its form. Each says more exactly itself what it takes.
 */
export const largerBodies: Record<string, number> = {
  "/store/:alias/customrules/new": 2_048,
  "/store/:alias/customrules/:ruleId": 2_048,
  "/edi/myer/check-file": 12_288,
};

/** The address that takes JSON, and says so itself; all others take forms. */
export const takesJson = "/print/sign";

/** The address that the identity provider itself posts to, from no page: what it says is signed. */
export const fromNoPage = "/auth/provider-logout";

const aMinute = (most: number) => [{ most, seconds: 60 }];

/** Writes that are counted by themselves; all others are counted together (errors#rates). */
export const writeRates: Record<string, { rate: Rate; by: "person" | "address" }> = {
  "/auth/login": { rate: { name: "sign-in", windows: aMinute(120) }, by: "address" },
  // A printing workstation signs 5 labels a second, and one account may serve three.
  "/print/sign": { rate: { name: "signing", windows: aMinute(900) }, by: "person" },
  // A station's page takes a label, and tells of the last one, with each turn.
  "/store/:alias/printlabel/stations/:stationId/turn": {
    rate: { name: "stations", windows: aMinute(900) },
    by: "person",
  },
  // A page that has a run done asks for a few rows at a time.
  "/bulk/runs/:runId/on": { rate: { name: "bulk", windows: aMinute(240) }, by: "person" },
  // A person's own look-ups are counted where they are made (vouchers#rate); a shop has several people.
  "/store/:alias/nswvoucher": {
    rate: { name: "vouchers", windows: [...aMinute(30), { most: 180, seconds: 3600 }] },
    by: "address",
  },
};
export const everyWrite: Rate = { name: "writes", windows: aMinute(240) };
