import type { OfferedAction } from "#app/domains/actions/model.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { EdiAvailableAction } from "#contract/ediActions.ts";
import { ediAction } from "#contract/ediPartner.ts";

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

/** The actions of a menu; none for a person without a username (roles#no-username). */
export const offeredEdiActions = (document: Offering, username: string): OfferedAction[] =>
  username === ""
    ? []
    : offersOf(document).map((offer) => ({ label: offerTitle(offer), value: offer.action }));

const kindNames = { interchange: "Interchange", order: "EDI order", "utopia-order": "Utopia order" };

/** What a record that an action speaks of is called; a service may have named its kind already. */
export const relatedLabel = (kind: keyof typeof kindNames, name: string): string =>
  name.startsWith(kindNames[kind]) ? name : `${kindNames[kind]} ${name}`;
