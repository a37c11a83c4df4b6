import type { Rate } from "#app/http/rates.server.ts";
import { defineSearch } from "#app/search/defineSearch.ts";
import { pageNumber } from "#app/search/fields.ts";
import { allRows } from "#app/sheets/sheetSearch.ts";

/** How long a request may take to arrive, in milliseconds (errors#gate). */
export const arrivalMs = { headers: 20_000, whole: 80_000 };

/**
 * The addresses that take more than `BODY_LIMIT_KB`, in kilobytes of 1,024 bytes: a rule of two thousand rows, and a
 * partner's file with its form, which comes in parts.
 */
export const largerBodies: Record<string, { kilobytes: number; inParts?: true }> = {
  "/store/:alias/customrules/new": { kilobytes: 2_048 },
  "/store/:alias/customrules/:ruleId": { kilobytes: 2_048 },
  "/edi/myer/check-file": { kilobytes: 12_288, inParts: true },
};

/** The address that takes JSON, and says so itself; all others take forms. */
export const takesJson = "/print/sign";

/** The address that the identity provider itself posts to, from no page: what it says is signed. */
export const fromNoPage = "/auth/provider-logout";

/** A rate, and what it is counted for. */
export type Limit = { rate: Rate; by: "person" | "address" };

const aMinute = (name: string, most: number): Rate => ({ name, windows: [{ most, seconds: 60 }] });

/** Writes that are counted on their own; all others are counted together (errors#rates). */
export const writeLimits: Record<string, Limit> = {
  "/auth/login": { rate: aMinute("sign-in", 120), by: "address" },
  // A printing workstation signs 5 labels a second, and one account may serve three.
  "/print/sign": { rate: aMinute("signing", 900), by: "person" },
  // A station's page takes a label, and reports the last one, with each turn.
  "/store/:alias/printlabel/stations/:stationId/turn": { rate: aMinute("stations", 900), by: "person" },
  // A page that has a run done asks for a few rows at a time.
  "/bulk/runs/:runId/on": { rate: aMinute("bulk", 240), by: "person" },
  // A person's own look-ups are counted where they are made (vouchers#rate); a shop has several people.
  "/store/:alias/nswvoucher": {
    rate: {
      name: "vouchers",
      windows: [
        { most: 30, seconds: 60 },
        { most: 180, seconds: 3600 },
      ],
    },
    by: "address",
  },
};
export const everyWrite: Limit = { rate: aMinute("writes", 240), by: "person" };

const exports: Limit = { rate: aMinute("exports", 12), by: "person" };
/** A browser takes a large spreadsheet in slices of a thousand rows, one after the other. */
const exportSlices: Limit = { rate: aMinute("export slices", 240), by: "person" };
const sliceSearch = defineSearch({ all: allRows, page: pageNumber() });

/** What reading an address counts for; undefined for a page, which costs little (errors#rates). */
export function readLimit(pattern: string, url: URL): Limit | undefined {
  if (pattern.endsWith("/export.xlsx")) return exports;
  if (!pattern.endsWith("/export.json")) return undefined;
  const { all, page } = sliceSearch.read(url.href);
  return all && page > 1 ? exportSlices : exports;
}

/** The address whose answer waits for news, and how many such answers one person may wait for at a time. */
export const waitsForNews = "/store/:alias/printlabel/stations/:stationId/live";
export const maxWaiting = 6;
