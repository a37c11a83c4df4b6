import type { Rate } from "#app/http/rates.server.ts";
import { defineSearch, pageNumber } from "#app/search/search.ts";
import { allRows } from "#app/sheets/sheetSearch.ts";

/** Time limits for receiving a request, in milliseconds (errors#gate). */
export const arrivalMs = { headers: 20_000, whole: 80_000 };

/**
 * URLs that accept more than `BODY_LIMIT_KB`, in kilobytes of 1,024 bytes: a rule of two thousand
 * rows, and a partner's file with its form as multipart.
 */
export const largerBodies: Record<string, { kilobytes: number; inParts?: true }> = {
  "/store/:alias/customrules/new": { kilobytes: 2_048 },
  "/store/:alias/customrules/:ruleId": { kilobytes: 2_048 },
  "/edi/myer/check-file": { kilobytes: 12_288, inParts: true },
};

/** The URL that accepts JSON and checks that itself; all others accept forms. */
export const takesJson = "/print/sign";

/** The URL that the identity provider itself posts to, not from a page: its content is signed. */
export const fromNoPage = "/auth/provider-logout";

/** A rate, and whether it applies per person or per address. */
export type Limit = { rate: Rate; by: "person" | "address" };

const aMinute = (name: string, most: number): Rate => ({ name, windows: [{ most, seconds: 60 }] });

/** Writes with a limit of their own; all others share one (errors#rates). */
export const writeLimits: Record<string, Limit> = {
  "/auth/login": { rate: aMinute("sign-in", 120), by: "address" },
  // A printing workstation signs 5 labels per second, and one account may serve three.
  "/print/sign": { rate: aMinute("signing", 900), by: "person" },
  // A station's page takes a label, and reports the last one, with each turn.
  "/store/:alias/printlabel/stations/:stationId/turn": { rate: aMinute("stations", 900), by: "person" },
  // Scans, and what is typed over lines: three workstations of one account again.
  "/store/:alias/printlabel/batch": { rate: aMinute("batches", 900), by: "person" },
  // A page that runs a bulk job requests a few rows at a time.
  "/bulk/runs/:runId/on": { rate: aMinute("bulk", 240), by: "person" },
  // A person's own look-ups are counted in the route (vouchers#rate); a shop has several people.
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
/** A browser downloads a large spreadsheet in sequential slices of a thousand rows. */
const exportSlices: Limit = { rate: aMinute("export slices", 240), by: "person" };
const sliceSearch = defineSearch({ all: allRows, page: pageNumber() });

/** The rate limit of reading a URL; undefined for a page, which is cheap (errors#rates). */
export function readLimit(pattern: string, url: URL): Limit | undefined {
  if (pattern.endsWith("/export.xlsx")) return exports;
  if (!pattern.endsWith("/export.json")) return undefined;
  const { all, page } = sliceSearch.read(url.href);
  return all && page > 1 ? exportSlices : exports;
}

/** The long-poll URL, and the number of pending polls allowed per person. */
export const waitsForNews = "/store/:alias/printlabel/stations/:stationId/live";
export const maxWaiting = 6;
