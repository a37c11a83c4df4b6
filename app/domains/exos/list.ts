import { shorten } from "#app/values/show.ts";
import type { WirePage } from "#contract/envelopes.ts";
import type { ExoSummary } from "#contract/exos.ts";
import { type Exo, type ExoAction, type Moment, toExo } from "./model.ts";
import { type ExoFilter, type ExoPlace, type ExoScope, exoActionPath } from "./paths.ts";

type Tone = "ok" | "attention" | "background" | "dismissed";

/** Where an EXO stands, in words: status, stream and step, each with its code where it has no words. */
export type Standing = { label: string; tone: Tone; stream: string; step: string; stepIs: string };

/** One row of the list, ready to show. Its links are made where it is shown: each would carry the id again. */
export type ExoRow = {
  id: string;
  name: string;
  standing: Standing;
  store: string;
  storeType: string;
  orderId: string;
  /** The RA#, or 'N/A' (1 §2). */
  raNumber: string;
  email: string;
  updatedAt?: Moment;
  createdAt?: Moment;
  actions: { key: string; name: string }[];
};

export type ListRow = { exo: ExoRow } | { unreadable: { key: string; id: string; problem: string } };

/** One page of the list. `moves`: something on it may change by itself at any moment. */
export type ExoList = { rows: ListRow[]; pages: number; moves: boolean; version: string };

export type ActionLink = { label: string; href: string };

const longestText = 120;

/** Where the EXO stands, for the list and for the detail's head. */
export const standingOf = ({ status, stream, step }: Exo): Standing => ({
  label: shorten(status.label, 80),
  tone: status.tone,
  stream: shorten(stream.label, 80),
  step: shorten(step.name, 80),
  stepIs: step.description,
});

const noActions: readonly ExoAction[] = [];

/** The actions that this person is offered: none for an empty username (2 §6). */
export const offeredActions = (exo: Exo, username: string): readonly ExoAction[] =>
  username === "" ? noActions : exo.actions;

/** Actions as links to their confirm dialogs. */
export const exoActionLinks = (
  scope: ExoScope,
  filter: ExoFilter,
  place: ExoPlace,
  actions: readonly { key: string; name: string }[],
): ActionLink[] =>
  actions.map(({ key, name }) => ({ label: name, href: exoActionPath(scope, filter, place, key) }));

function toExoRow(summary: ExoSummary, username: string): { row: ExoRow; moves: boolean } {
  const exo = toExo(summary);
  const { createdAt, updatedAt } = exo;
  return {
    row: {
      id: exo.id,
      name: shorten(exo.name, longestText),
      standing: standingOf(exo),
      store: shorten(exo.store, longestText),
      storeType: shorten(exo.storeType, 40),
      orderId: shorten(exo.orderId, longestText),
      raNumber: shorten(exo.raNumber, 80) || "N/A",
      email: shorten(exo.email, longestText),
      ...(updatedAt === undefined ? {} : { updatedAt }),
      ...(createdAt === undefined ? {} : { createdAt }),
      actions: offeredActions(exo, username).map(({ key, name }) => ({ key, name: shorten(name, 80) })),
    },
    moves: exo.status.moves,
  };
}

/** One page as shown, in the server's order; rows that could not be read keep their place. */
export function toExoList({ rows, pages }: WirePage<ExoSummary>, username: string): Omit<ExoList, "version"> {
  let moves = false;
  const shown = rows.map((row, index): ListRow => {
    if (!row.readable)
      return { unreadable: { key: `unreadable-${index}`, id: row.id, problem: row.problem } };
    const read = toExoRow(row.row, username);
    moves ||= read.moves;
    return { exo: read.row };
  });
  return { rows: shown, pages, moves };
}
