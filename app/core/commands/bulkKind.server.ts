import type { LoaderFunctionArgs } from "@remix-run/node";
import type { User } from "#app/core/auth/guard.server.ts";
import type { RecordRef } from "#app/core/records/record.ts";
import type { AddressPayload } from "#contract/actions.ts";
import type { Sum } from "#contract/credit.ts";
import type { AddressCorrection } from "./address.ts";
import type { Outcome, RecordProgress } from "./follow.server.ts";
import type { Choice, RowFact, WayBack } from "./model.ts";

/** A record's current state, before anything is done to it. */
export type Looked = {
  name: string;
  facts: readonly RowFact[];
} & (
  | {
      can: true;
      label: string;
      /** It cannot be undone. */
      isFinal: boolean;
      amount?: Sum | undefined;
      /** The one-time token under which it would be done; who looks again at the unchanged record gets the same. */
      token: string;
      /** That the same was submitted before, and the record has not changed since. */
      earlier?: { what: string; at: string; by: string | undefined } | undefined;
      /** The record's revision, for kinds that detect a change by somebody else. */
      seen?: string | undefined;
      /** What is asked once for all rows, such as a note. */
      words?: { label: string; isRequired: boolean } | undefined;
      /** Those of whom one is chosen for all rows. */
      to?: readonly Choice[] | undefined;
      /** The address that is typed for this record alone, and what is proposed for it. */
      correction?: AddressCorrection | undefined;
    }
  | { can: false; why: string }
);

/** The result of a row, `said` in words of its own; `refused` without being sent, `unknown` without a response. */
export type RowOutcome = { said?: string | undefined } & (
  | {
      is: "done";
      at: string;
      repeated: boolean;
      back?: WayBack | undefined;
    }
  | { is: "alreadyDone" }
  | { is: "refused" | "failed" | "unknown"; why: string }
);

/** One action on one record. Redirects to sign-in, and unknown errors, pass through both. */
export type BulkRow = {
  href: string;
  look(): Promise<Looked>;
  run(token: string): Promise<RowOutcome>;
  /** Reads the record again: what became of it since it stood so; undefined while that is not known. */
  follow(before: RecordProgress): Promise<Outcome | undefined>;
};

/** Records of a kind that a person may act on: those of one list. */
export type BulkPlace = {
  user: User;
  listHref: string;
  title: string;
  /** One page of the ids that match, from 1. Throws ApiError. */
  page(page: number): Promise<{ rows: readonly string[]; hasNext: boolean }>;
  /** Where one of its records is worked through, if that is not right below the list. */
  recordHref?(id: string): string;
  /**
   * An action on a record, with what was typed for all of them, how the record stood when it was looked at, and the
   * address that was typed for it alone.
   */
  row(id: string, action: string, words: string, seen?: string, address?: AddressPayload): BulkRow;
};

/** A kind of records of which several can be acted on at once. */
export type BulkKind = {
  key: string;
  one: string;
  many: string;
  /** By which notes know a record of its lists; a kind without it is not worked through record by record. */
  recordRef?: (alias: string, id: string) => RecordRef;
  /** The guard of the list's own actions: its store (an alias; undefined for all stores) and filter. */
  open(args: Pick<LoaderFunctionArgs, "request" | "params">, list: string): Promise<BulkPlace>;
};
