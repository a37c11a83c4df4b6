import { codeMeaning } from "#edifact/index.ts";
import { lineName, type PartnerLine } from "./message.ts";
import { numberOf } from "./values.ts";

/** 1229 of a line of an ORDCHG that changes it: added, deleted, or changed. */
export const lineActions = { added: "1", deleted: "2", changed: "3" } as const;

/** 1229 of a line that stays as it is: no action, accepted as we answered it, not amended. */
const leaving = ["4", "5", "11"];

export const isLeftAlone = ({ action }: Pick<PartnerLine, "action">): boolean => leaving.includes(action);

const validActions: readonly string[] = ["", ...Object.values(lineActions), ...leaving];

/** Why a line of a change cannot be carried out as it stands, in words. */
export function actionProblem(line: PartnerLine): string[] {
  const { action, written } = line;
  if (!validActions.includes(action)) {
    const meaning = codeMeaning("1229", action);
    return [`${lineName(line)} says ${[action, meaning].filter(Boolean).join(", ")} (1229)`];
  }
  const isNothing = numberOf(written.quantity ?? "") === 0 && action !== lineActions.deleted;
  return isNothing && !isLeftAlone(line)
    ? [`${lineName(line)} is to be 0: it may be meant to be deleted`]
    : [];
}
