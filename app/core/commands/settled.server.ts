import type { User } from "#app/core/auth/guard.server.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import type { RecordRef } from "#app/core/records/record.ts";
import type { Receipt } from "./command.ts";

/** The page that a person returns to, and its panel if that shows the message. */
export type WayOn = { to: string; panel?: string | undefined };

/** The dialog that a command was confirmed in. */
export type ConfirmedIn = {
  request: Request;
  /** What was typed as a note on the record; empty for none. */
  remark?: { about: RecordRef; text: string } | undefined;
  /** Leads elsewhere than the dialog closes to. */
  leadTo(way: WayOn): void;
};

/** A command that somebody submitted: who, what, which record, and how it ended. */
export type Settled = {
  user: User;
  /** The command's own key, and the URL of its record. */
  key: string;
  href: string;
  /** That of its form: sent again, it settles again under the same one. */
  token: string;
  receipt: Receipt;
  /** `done` now or under this token before; `alreadyDone` by somebody else, without being sent. */
  ended: { is: "done"; repeated: boolean } | { is: "alreadyDone" } | { is: "failed"; problem: ErrorView };
  /** One of a run of several, which reports its failures itself. */
  isOneOfMany: boolean;
  /** Absent where no dialog asked for it alone. */
  dialog?: ConfirmedIn | undefined;
};

export type SettledListener = (settled: Settled) => Promise<void>;

let listeners: readonly SettledListener[] = [];

/**
 * Registers the listeners of every command that settles, in their order; composition does so, before the first request.
 *
 * They are called once the result is stored, in no transaction with it: the service has taken the command by then, and
 * nothing that a listener does can take that back. So each does its work once for a token. Whatever one of them missed,
 * because it threw or the process ended, is made up for when the same form is sent again.
 */
export function onSettled(all: readonly SettledListener[]): void {
  listeners = all;
}

export async function notifySettled(settled: Settled): Promise<void> {
  for (const listener of listeners) await listener(settled);
}
