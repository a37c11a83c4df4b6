import { z } from "zod";
import type { OfferedAction } from "#app/confirm/model.ts";
import { shareEqual } from "#app/http/shareEqual.ts";
import { showCells, toSheetColumns } from "#app/lists/columns.ts";
import { type LivePage, toListed } from "#app/lists/listed.ts";
import { recordOf, toCells, toHeadings } from "#app/sheets/columns.ts";
import type { SheetPlan } from "#app/sheets/sheetPlan.ts";
import { shorten } from "#app/values/values.ts";
import type { WirePage } from "#contract/envelopes.ts";
import { type ExoSummary, exoSummary } from "#contract/exos.ts";
import { type ExoCells, exoColumnKeys, exoColumns } from "./columns.ts";
import { type Exo, toExo } from "./model.ts";
import { type DisplayState, displayStateOf, isAtStep } from "./state.ts";

/** `step` is the one that the screen is narrowed to; empty for all. */
const sheetOptions = z.object({ step: z.string(), timeZone: z.string() });
const sheetColumns = toSheetColumns(exoColumns, exoColumnKeys);

/** The sheet of returns and exchanges, in the call's own pages, whose size is the service's. */
export const exoSheetPlan: SheetPlan<z.output<typeof sheetOptions>, ExoSummary> = {
  record: exoSummary,
  options: sheetOptions,
  headings: ({ timeZone }) => toHeadings(sheetColumns, timeZone),
  toRows: (rows, { step, timeZone }) =>
    toCells(
      sheetColumns,
      rows
        .filter((row) => !row.readable || isAtStep(step)(row))
        .map((row) => toExo(recordOf(row, exoSummary, (id, code) => ({ id, status: { code } })))),
      timeZone,
    ),
};

/** One row of the list. Its links are built in the view, since each would repeat the id. */
export type ExoRow = { id: string; name: string; cells: Partial<ExoCells> };

/** The actions offered to this user: none for an empty username (roles#no-username). */
export const actionsFor = (exo: Exo, username: string): OfferedAction[] =>
  username === "" ? [] : exo.actions.map(({ label, value }) => ({ label: shorten(label, 80), value }));

/** One page as shown, in the server's order. */
export function toExoList(
  { rows, pages }: WirePage<ExoSummary>,
  username: string,
): Omit<LivePage<ExoRow>, "version"> {
  const displayState = shareEqual<DisplayState>();
  const actions = shareEqual<OfferedAction[]>();
  let moves = false;
  const shown = toListed(rows, (summary): ExoRow => {
    const exo = toExo(summary);
    moves ||= exo.status.moves;
    const shared = {
      displayState: displayState(displayStateOf(exo)),
      actions: actions(actionsFor(exo, username)),
    };
    return {
      id: exo.id,
      name: shorten(exo.name, 120),
      cells: showCells(exoColumns, exoColumnKeys, exo, shared),
    };
  });
  return { rows: shown, pages, moves };
}
