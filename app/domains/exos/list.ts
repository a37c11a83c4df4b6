import type { OfferedAction } from "#app/domains/actions/model.ts";
import { shareEqual } from "#app/http/shareEqual.ts";
import { type LivePage, toListed } from "#app/lists/listed.ts";
import type { Tone } from "#app/ui/feedback/tone.ts";
import type { Moment } from "#app/values/moment.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { WirePage, WireRow } from "#contract/envelopes.ts";
import type { ExoSummary } from "#contract/exos.ts";
import { sameCode } from "./catalogue.ts";
import { type Exo, toExo } from "./model.ts";

/** Where an EXO stands, in words: status, stream and step, each with its code where it has no words. */
export type Standing = { label: string; tone: Tone; stream: string; step: string; stepIs: string };

/** What list and panel show of an EXO. */
export type ExoFacts = {
  id: string;
  name: string;
  standing: Standing;
  store: string;
  storeType: string;
  orderId: string;
  raNumber: string;
  updatedAt?: Moment;
  createdAt?: Moment;
};

/**
 * One row of the list, ready to show; without an RA# it says 'N/A' (returns#columns). Its links are built where it is
 * shown, since each would repeat the id.
 */
export type ExoRow = ExoFacts & { email: string; actions: OfferedAction[] };

const longestText = 120;

/** Where the EXO stands, for the list and for the detail's head. */
export const standingOf = ({ status, stream, step }: Exo): Standing => ({
  label: shorten(status.label, 80),
  tone: status.tone,
  stream: shorten(stream.label, 80),
  step: shorten(step.name, 80),
  stepIs: step.description,
});

/** The actions that this person is offered: none for an empty username (roles#no-username). */
export const actionsFor = (exo: Exo, username: string): OfferedAction[] =>
  username === "" ? [] : exo.actions.map(({ label, value }) => ({ label: shorten(label, 80), value }));

type Shared = { standing: (one: Standing) => Standing; actions: (all: OfferedAction[]) => OfferedAction[] };

function toExoRow(summary: ExoSummary, username: string, shared: Shared): { row: ExoRow; moves: boolean } {
  const exo = toExo(summary);
  const { createdAt, updatedAt } = exo;
  return {
    row: {
      id: exo.id,
      name: shorten(exo.name, longestText),
      standing: shared.standing(standingOf(exo)),
      store: shorten(exo.store, longestText),
      storeType: shorten(exo.storeType, 40),
      orderId: shorten(exo.orderId, longestText),
      raNumber: shorten(exo.raNumber, 80) || "N/A",
      email: shorten(exo.email, longestText),
      ...(updatedAt === undefined ? {} : { updatedAt }),
      ...(createdAt === undefined ? {} : { createdAt }),
      actions: shared.actions(actionsFor(exo, username)),
    },
    moves: exo.status.moves,
  };
}

const isAt =
  (step: string) =>
  (row: WireRow<ExoSummary>): boolean =>
    step === "" || !row.readable || sameCode(toText(row.row.status?.step)) === step;

/** One page as shown, in the server's order; those at `step` only, where one is named (returns#step-filter). */
export function toExoList(
  { rows, pages }: WirePage<ExoSummary>,
  username: string,
  step = "",
): Omit<LivePage<ExoRow>, "version"> {
  const shared: Shared = { standing: shareEqual(), actions: shareEqual() };
  let moves = false;
  const shown = toListed(rows.filter(isAt(step)), (summary) => {
    const read = toExoRow(summary, username, shared);
    moves ||= read.moves;
    return read.row;
  });
  return { rows: shown, pages, moves };
}
