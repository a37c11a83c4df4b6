import { type ActionLink, type AskedOver, actionPath, type OfferedAction } from "#app/core/commands/model.ts";
import { compact, shorten, toText } from "#app/core/values/values.ts";
import type { EdiOrder } from "#contract/edi.ts";
import type { EdiAvailableAction } from "#contract/ediActions.ts";
import { ediAction } from "#contract/ediMessages.ts";

/** The partner's name; Myer if the service has none (edi#partner-name). */
export const orderPartnerOf = ({ partner }: EdiOrder): string =>
  shorten(toText(partner?.name) || toText(partner?.identification) || "Myer", 80);

export type Offering = { available_actions?: EdiAvailableAction[] | null | undefined };

/** The action of every document for which the service offers none (edi#process). */
const processAlone: EdiAvailableAction = { action: ediAction, title: "Process" };

/** The actions offered now: the service's, else 'Process' alone (edi#offered-actions). */
export const offersOf = ({ available_actions }: Offering): readonly EdiAvailableAction[] =>
  available_actions ?? [processAlone];

export const offerTitle = ({ title, action }: EdiAvailableAction): string =>
  shorten(toText(title) || action, 80);

/** An action of a menu: with `takesLines` it is confirmed on the order's page, `danger` can't be undone. */
export type EdiOffer = OfferedAction & { takesLines?: true | undefined; danger?: true | undefined };

/**
 * The actions of a menu in the service's order, those that can't be undone last (edi#review-duplicate); none for a
 * user without a username (roles#no-username). If several take lines, the first links to the form of all of them.
 */
export function offeredEdiActions(document: Offering, username: string): EdiOffer[] {
  if (username === "") return [];
  const offers = offersOf(document);
  const first = offers.find(({ takes_lines }) => takes_lines === true);
  return offers
    .filter((offer) => offer.takes_lines !== true || offer === first)
    .toSorted((one, other) => Number(one.danger === true) - Number(other.danger === true))
    .map((offer) =>
      compact({
        label: offerTitle(offer),
        value: offer.action,
        takesLines: offer.takes_lines === true || undefined,
        danger: offer.danger === true || undefined,
      }),
    );
}

export const linesOf = (page: string): string => `${page}#review`;

/** Why an action is done to one document at a time; empty if it may be done in bulk (edi#alone). */
export function aloneBecause({ takes_lines, danger, warning }: EdiAvailableAction): string {
  if (takes_lines === true) return "Its lines are answered on its own page.";
  const words = shorten(toText(warning), 1000);
  if (words !== "") return `It warns: ${words} Do it from its own page.`;
  return danger === true ? "It cannot be taken back: do it from its own page." : "";
}

/** The actions as links: to their confirmations below `target`, or to the lines of the order at `page`. */
export const ediActionLinks = (
  target: string,
  page: string,
  offers: readonly EdiOffer[],
  over?: AskedOver,
): ActionLink[] =>
  offers.map(({ label, value, takesLines, danger }) => ({
    label,
    href: takesLines ? linesOf(page) : actionPath(target, value, over),
    danger,
  }));

const kindNames = { interchange: "Interchange", order: "EDI order", "utopia-order": "Utopia order" };

/** Label of an action's related record; the service may have named its kind already. */
export const relatedLabel = (kind: keyof typeof kindNames, name: string): string =>
  name.startsWith(kindNames[kind]) ? name : `${kindNames[kind]} ${name}`;
