import { type ActionLink, actionPath, type OfferedAction } from "#app/confirm/model.ts";
import { compact } from "#app/values/compact.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { EdiOrder } from "#contract/edi.ts";
import type { EdiAvailableAction } from "#contract/ediActions.ts";
import { ediAction } from "#contract/ediMessages.ts";

/** Who ordered, as people call them: Myer, where the service doesn't say (edi#partner-name). */
export const orderPartnerOf = ({ partner }: EdiOrder): string =>
  shorten(toText(partner?.name) || toText(partner?.identification) || "Myer", 80);

/** What an EDI document says of what may be done to it. */
export type Offering = { available_actions?: EdiAvailableAction[] | null | undefined };

/** The action that every document has where the service offers none of its own (edi#process). */
const processAlone: EdiAvailableAction = { action: ediAction, title: "Process" };

/** What a document offers now: what the service says, else 'Process' alone (edi#offered-actions). */
export const offersOf = ({ available_actions }: Offering): readonly EdiAvailableAction[] =>
  available_actions ?? [processAlone];

/** An action's name as people read it; one without a title goes by its own name. */
export const offerTitle = ({ title, action }: EdiAvailableAction): string =>
  shorten(toText(title) || action, 80);

/** An action of a menu: `takesLines` is answered where the order's lines are shown, `danger` is for good. */
export type EdiOffer = OfferedAction & { takesLines?: true | undefined; danger?: true | undefined };

/**
 * The actions of a menu in the service's order, those that are for good last (edi#review-duplicate); none for a person
 * without a username (roles#no-username). Where several take lines, the first leads to where each of them is.
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

/** Where on the page of an order its lines are answered. */
export const linesOf = (page: string): string => `${page}#review`;

/** Why an action is done to one document at a time; empty where it may be done to many at once (edi#alone). */
export function aloneBecause({ takes_lines, danger, warning }: EdiAvailableAction): string {
  if (takes_lines === true) return "Its lines are answered on its own page.";
  const words = shorten(toText(warning), 1000);
  if (words !== "") return `It warns: ${words} Do it from its own page.`;
  return danger === true ? "It cannot be taken back: do it from its own page." : "";
}

/** The actions as links: to their questions beneath `target`, or to the lines of the order at `page`. */
export const ediActionLinks = (target: string, page: string, offers: readonly EdiOffer[]): ActionLink[] =>
  offers.map(({ label, value, takesLines, danger }) => ({
    label,
    href: takesLines ? linesOf(page) : actionPath(target, value),
    ...(danger ? { danger } : {}),
  }));

const kindNames = { interchange: "Interchange", order: "EDI order", "utopia-order": "Utopia order" };

/** What a record that an action speaks of is called; a service may have named its kind already. */
export const relatedLabel = (kind: keyof typeof kindNames, name: string): string =>
  name.startsWith(kindNames[kind]) ? name : `${kindNames[kind]} ${name}`;
